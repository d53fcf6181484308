import { beforeAll, describe, expect, it } from 'vitest';
import { openRichBooks } from '../../../test/rich-app.ts';
import { sumUpTransactions } from './sum-up.ts';
import { differences } from './testing/differences.ts';

const books = openRichBooks();
const mark = () => books.owner.get<{ upTo: bigint }>('select up_to_id as "upTo" from transaction_sums_mark');
const last = () => books.owner.get<{ upTo: bigint }>('select max(id) as "upTo" from transactions');

async function sumUp(options: Parameters<typeof sumUpTransactions>[1]): Promise<void> {
  // The first round only notes where the next one may go.
  await sumUpTransactions(books.pool, options);
  while (await sumUpTransactions(books.pool, options));
}

it('sums say what the transactions say, however far they have got', async () => {
  expect(await differences(books.owner)).toEqual([]);
  await sumUpTransactions(books.pool);
  expect(await mark()).toEqual({ upTo: 0n });
  for (let isMore = true; isMore;) {
    isMore = await sumUpTransactions(books.pool, { atOnce: 7, many: 3 });
    expect(await books.brokenBy()).toEqual([]);
    expect(await differences(books.owner)).toEqual([]);
  }
  expect(await mark()).toEqual(await last());
});

it('of users who had very many entries before are begun once, of a few in each round', async () => {
  const { owner } = books;
  const summed = async () =>
    (await owner.get<{ users: bigint }>('select count(*) as users from summed_users')).users;
  await owner.run('select forget_transaction_sums()');
  await sumUp({ many: 1_000_000 });
  expect(await summed()).toBe(0n);
  await owner.run('update transaction_sums_mark set accounts_up_to = 0');
  const { wallets } = await owner.get<{ wallets: bigint }>(
    'select count(distinct user_id) as wallets from accounts where user_id is not null and version >= 3',
  );
  expect(wallets).toBeGreaterThan(2n);
  let rounds = 0n;
  for (let isMore = true; isMore; rounds += 1n) {
    const before = await summed();
    isMore = await sumUpTransactions(books.pool, { atOnce: 3, many: 3 });
    expect(await summed()).toBeLessThanOrEqual(before + 1n);
    expect(await differences(owner)).toEqual([]);
  }
  expect(rounds).toBeGreaterThan(wallets);
  expect(await summed()).toBe(wallets);
  expect(await books.brokenBy()).toEqual([]);
});

it('moves only where what it rests on is so', async () => {
  const repeatable = books.owner.commit(async (db) => {
    await db.run('set transaction isolation level repeatable read');
    return db.rows('select sum_up_transactions(10, 10)');
  });
  await expect(repeatable).rejects.toThrow('read committed');
  const sequence = `select seqcache from pg_sequence where seqrelid = 'transactions_id_seq'::regclass`;
  expect(await books.owner.get(sequence)).toEqual({ seqcache: 1n });
});

describe('the audit finds', () => {
  beforeAll(() => sumUp({ atOnce: 50_000, many: 3 }));

  const some = (condition: string) =>
    `ctid = (select ctid from transaction_sums where ${condition} order by last_id desc limit 1)`;
  it.each([
    [
      'a day that is another sum',
      `update transaction_sums set profit_kobo = profit_kobo + 1 where ${some(`user_id = 0 and span = 'day'`)}`,
    ],
    [
      'a month that is another sum',
      `update transaction_sums set sales = sales + 1 where ${some(`user_id = 0 and span = 'month'`)}`,
    ],
    [
      'a user whose sum is another',
      `update transaction_sums set debit_kobo = 0 where ${some(`user_id <> 0 and span = 'day' and debit_kobo > 0`)}`,
    ],
    [
      'a sum that lies between other ids',
      `update transaction_sums set last_id = last_id - 1 where ${some(`user_id = 0 and span = 'day'`)}`,
    ],
    ['a sum that is not there', `delete from transaction_sums where ${some(`user_id = 0 and span = 'day'`)}`],
    [
      'a day that is in no month',
      `delete from transaction_sums where ${some(`user_id = 0 and span = 'month'`)}`,
    ],
    [
      'sums of a user who should have none',
      'delete from summed_users where user_id = (select max(user_id) from summed_users)',
    ],
    [
      'a user without a sum',
      `insert into summed_users select id from users where id in (select user_id from transactions) and id not in (select user_id from summed_users) limit 1`,
    ],
    [
      'a transaction that was changed and not set apart',
      `update transactions set status = 'failed' where id = (select max(id) from transactions where status = 'success' and type = 'airtime')`,
    ],
    [
      'what is set apart twice',
      `insert into transactions_apart (transaction_id, is_summed) select max(id), false from transactions where status = 'success'`,
    ],
    [
      'a mark that is ahead',
      'update transaction_sums_mark set up_to_id = 9',
      'delete from transaction_sums',
      'delete from summed_users',
    ],
  ])('%s', async (_what, ...statements) => {
    const found = await books.brokenBy(...statements);
    expect(found.filter((rule) => rule.startsWith('R27'))).toHaveLength(1);
  });

  it('nothing when they are made anew', async () => {
    const statements = ['update transaction_sums set sales = sales + 1'];
    expect(await books.brokenBy(...statements)).not.toEqual([]);
    await books.owner.commit(async (db) => {
      for (const statement of statements) await db.run(statement);
    });
    await books.owner.run('select forget_transaction_sums()');
    expect(await books.brokenBy()).toEqual([]);
    expect(await differences(books.owner)).toEqual([]);
    await sumUp({ many: 3 });
    expect(await mark()).toEqual(await last());
    expect(await books.brokenBy()).toEqual([]);
  });
});
