import { beforeAll, describe, expect, it } from 'vitest';
import { naira } from '@jara/contract/money.ts';
import { openRichBooks } from '../../../test/rich-app.ts';
import { brokenAfter, smallSlices } from '../../../test/spoil.ts';
import { findBreaksOf } from '../slices.ts';
import { userDifferences } from './testing/user-differences.ts';
import { userSumRules } from './user-sum-rules.ts';
import { readUsersTotal, sumUpUsers } from './user-sums.ts';

const books = openRichBooks();
const sumUp = async () => {
  for (let round = 0; round < 3; round += 1) while (await sumUpUsers(books.pool));
};

const unlike = (...statements: string[]) =>
  brokenAfter(books.owner, statements, (db) => findBreaksOf(db, userSumRules, { pace: smallSlices }));

it('sums of users say what users and wallets say, however far they have got', async () => {
  const everybody = { asked: {}, found: { where: 'true', params: [] }, butFor: 0n };
  const before = await readUsersTotal(books.pool, everybody);
  expect(before.count).toBeGreaterThan(5n);
  expect(before.walletsKobo).toBeGreaterThan(naira(1));
  for (let isMore = true; isMore;) {
    isMore = await sumUpUsers(books.pool, { atOnce: 9 });
    expect(await unlike()).toEqual([]);
    expect(await userDifferences(books.owner)).toEqual([]);
  }
  expect(await books.brokenBy()).toEqual([]);
  await sumUp();
  expect(await readUsersTotal(books.pool, everybody)).toEqual(before);
  expect(
    await books.owner.get(
      'select up_to_posting_id = (select max(id) from postings) as "isThere", (select count(*) from users_apart) as apart from user_sums_mark',
    ),
  ).toEqual({ isThere: true, apart: 0n });
});

it.each([
  ['type', `user_type = case user_type when 'partner' then 'reseller' else 'partner' end`],
  ['name', `user_name = 'zz_' || user_name`],
  ['phone number', `phone = overlay(phone placing '9' from 2)`],
  ['referrer', 'referred_by = (select min(id) from users)'],
])('a change of somebody’s %s counts at once, and is added up like the rest', async (_what, change) => {
  await sumUp();
  await books.owner.run(`update users set ${change} where id = (select max(id) from users)`);
  expect(await unlike()).toEqual([]);
  expect(await userDifferences(books.owner)).toEqual([]);
  await sumUp();
  expect(await unlike()).toEqual([]);
  expect(await userDifferences(books.owner)).toEqual([]);
});

it('are made anew where an earlier version made them without referrers', async () => {
  await sumUp();
  await books.owner.run(`delete from user_sums where level = 'referrer'`);
  await books.owner.run('update user_sums_mark set has_referrers = false');
  expect(await unlike()).toEqual([]);
  // That everybody is apart is a commit of its own.
  expect(await sumUpUsers(books.pool)).toBe(true);
  expect(
    await books.owner.get(
      'select (select count(*) from user_sums) as sums, (select count(*) from users_apart) = (select count(*) from users) as "allApart"',
    ),
  ).toEqual({ sums: 0n, allApart: true });
  expect(await unlike()).toEqual([]);
  await sumUp();
  expect(await unlike()).toEqual([]);
  expect(await userDifferences(books.owner)).toEqual([]);
});

it('moves only where what it rests on is so', async () => {
  const repeatable = books.owner.commit(async (db) => {
    await db.run('set transaction isolation level repeatable read');
    return db.rows('select sum_up_users(10)');
  });
  await expect(repeatable).rejects.toThrow('read committed');
  const sequence = `select seqcache from pg_sequence where seqrelid = 'postings_id_seq'::regclass`;
  expect(await books.owner.get(sequence)).toEqual({ seqcache: 1n });
});

describe('the audit finds', () => {
  beforeAll(sumUp);

  const some = (level: string) => `n = (select max(n) from user_sums where level = '${level}' and users > 0)`;
  it.each([
    ...['all', 'phone 4', 'phone 7', 'name 2', 'name 4', 'referrer'].flatMap((level) => [
      [`a wrong count of ${level}`, `update user_sums set users = users + 1 where ${some(level)}`],
      [
        `wallets of ${level} that hold another sum`,
        `update user_sums set wallets_kobo = wallets_kobo - 1 where ${some(level)}`,
      ],
      [`no sum of ${level}`, `delete from user_sums where ${some(level)}`],
    ]),
    [
      'somebody whose number changed and who was not set apart',
      `update users set phone = '09199999999' where id = (select max(id) from users)`,
    ],
    [
      'somebody apart who is in no sum',
      'insert into users_apart (user_id, is_summed) select max(id), false from users',
    ],
    ['a mark that is behind', 'update user_sums_mark set up_to_posting_id = 1'],
  ])('%s', async (_what, ...statements) => {
    expect(await unlike(...statements)).toHaveLength(1);
  });

  it('nothing when they are made anew', async () => {
    await books.owner.run('update user_sums set users = users + 1');
    expect(await unlike()).not.toEqual([]);
    await books.owner.run('select forget_user_sums()');
    expect(await unlike()).toEqual([]);
    expect(await userDifferences(books.owner)).toEqual([]);
    await sumUp();
    expect(await unlike()).toEqual([]);
    expect(await userDifferences(books.owner)).toEqual([]);
  });
});
