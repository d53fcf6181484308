/** What is read by sums is what is read without them: lists, totals and figures, whether the sums have nothing yet, a part, or all. */
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { rowsRead } from '../../../test/database.ts';
import { fillBooks } from '../../../test/rich-books.ts';
import type { TestUser } from '../../../test/make.ts';
import { principalOf } from '../../../test/principal.ts';
import { sumUpTransactions } from '../../ledger/sums/sum-up.ts';
import { settleAs } from '../funding/testing/settle-as.ts';
import { readFilter } from './list-filters.ts';
import { pageSql, readTotals } from './sums.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0', STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000' } });

let admin: TestUser;
let ada: TestUser;
beforeAll(async () => {
  await fillBooks(app, app.owner);
  admin = await app.make.user({ isAdmin: true });
  ada = await app.make.user({ userName: 'many_ada', wallet: naira(1_000) });
  await giveOften(ada);
  await fillYears();
});

/** So often that the user gets sums as soon as they go by. */
async function giveOften(user: TestUser): Promise<void> {
  const { userName } = admin;
  for (let amount = 100; amount < 105; amount += 1)
    await app.as(user).call('transferFund', { userName, amount });
}

/**
 * Of three years, nearly all of one kind and status, a few others in between; every 97th at the time of another day. Payments that
 * moved nothing, and so in nobody's way.
 */
async function fillYears(): Promise<void> {
  await app.owner.run(
    `with written as (
       insert into transactions (user_id, reference, type, status, description, network, amount_kobo, fee_kobo, face_value_kobo, created_at)
       select $1, 'YEARS' || n, 'wallet', case when n % 1700 = 3 then 'pending' else 'failed' end, 'A payment',
         case when n % 3 = 0 then 'MTN' end, 100, 0, 100,
         now() - interval '3 years' + make_interval(hours => (case when n % 97 = 0 then (n * 31) % 6000 else n end) * 4)
       from generate_series(1, 6000) n returning id, status, reference)
     insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, next_check_at)
     select id, 'squad', reference, $1, 100, case status when 'pending' then 'initiated' else 'failed' end,
       case status when 'pending' then now() + interval '1 hour' end from written`,
    [ada.userId],
  );
}

const sumUp = async (atOnce = 50_000, most = Infinity) => {
  await sumUpTransactions(app.context.pool, { many: 5 });
  for (let round = 0; round < most; round += 1)
    if (!(await sumUpTransactions(app.context.pool, { atOnce, many: 5 }))) return;
};

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const filters: Record<string, string>[] = [
  {},
  ...['wallet', 'airtime', 'transfer', 'refund'].map((type) => ({ type })),
  ...['success', 'failed', 'pending', 'refunded'].map((status) => ({ status })),
  { type: 'wallet', status: 'pending' },
  { type: 'wallet', status: 'success' },
  { type: 'airtime', status: 'refunded' },
  { from: day(30) },
  { from: day(900) },
  { to: day(400) },
  { from: day(900), to: day(400) },
  { from: day(400), to: day(400) },
  { from: day(400), to: day(401) },
  { from: day(35), to: day(2), status: 'failed' },
  { from: day(1000), status: 'pending' },
  { to: day(30), type: 'airtime' },
  { phoneNumber: '0803123' },
  { phoneNumber: '0803123', status: 'success', from: day(3) },
];
const pages = [1, 2, 3, 20, 120, 121, 10_000];

async function readAll(): Promise<unknown[]> {
  const read: unknown[] = [];
  for (const query of filters) {
    const asked = [{}, { userName: 'many_ada' }, { userName: 'bola' }, { userName: 'nobody_at_all' }];
    for (const whose of asked)
      read.push((await app.as(admin).call('listTransactions', { ...query, ...whose })).reply);
    for (const page of pages)
      read.push((await app.as(ada).call('listTransactions', { ...query, page })).reply);
  }
  for (const page of pages) read.push((await app.as(admin).call('listTransactions', { page })).reply);
  for (const days of [1, 30, 92]) read.push((await app.as(admin).call('getSales', { days })).reply);
  read.push((await app.as(admin).call('getAdminDetails')).reply.allTransactions);
  return read;
}

describe('what is read by sums', () => {
  it('is what is read without them', async () => {
    const without = await readAll();
    await sumUp(1_000, 3);
    expect(await readAll()).toEqual(without);
    await sumUp();
    expect(await readAll()).toEqual(without);
    const { left } = await app.owner.get<{ left: bigint }>(
      'select count(*) as left from transactions where id > (select up_to_id from transaction_sums_mark)',
    );
    expect(left).toBe(0n);
    expect(await app.owner.run('select from summed_users where user_id = $1', [ada.userId])).toBe(1);
  });

  it.each([
    ['of nothing', [null, 'transfer', null, null, null], 50n],
    ['of what is pending', [null, null, 'pending', null, null], 20n],
    ['of a rare kind', [null, 'airtime', 'refunded', null, null], 100n],
    ['of the newest of a frequent kind', [null, 'wallet', 'failed', null, null], 300n],
    ['of a month long ago', [null, null, null, day(900), day(870)], 1_500n],
    ['of a frequent kind below an id in the middle', [null, 'wallet', 'failed', null, null], 300n, true],
    ['of a rare kind below an id in the middle', [null, 'airtime', 'refunded', null, null], 100n, true],
  ])('is found without a walk through all others: %s', async (_what, asked, most, isBelow = false) => {
    const middle = 'select (max(id) / 2)::bigint as id from transactions';
    const { id } = isBelow ? await app.owner.get<{ id: bigint }>(middle) : { id: null };
    const read = await app.context.pool.commit(async (db) => {
      const before = await rowsRead(db, 'transactions');
      await db.rows('select page_of_transactions($1, $2, $3, $4, $5, 0, 50, $6)', [...asked, id]);
      await db.rows('select transaction_totals($1, $2, $3, $4, $5, false)', asked);
      return (await rowsRead(db, 'transactions')) - before;
    });
    expect(read).toBeLessThan(most);
  });

  it('by how a number begins is added up one by one, and few numbers begin with as many digits as it takes', async () => {
    const bola = await app.make.user();
    await failForManyNumbers(bola);
    const principal = { ...principalOf(bola), isAdmin: true };
    const filter = readFilter({ phoneNumber: '0803123' }, principal, Date.now());
    const read = await app.context.pool.commit(async (db) => {
      const before = await rowsRead(db, 'transactions');
      await readTotals(db, filter);
      const { sql, params } = pageSql(filter, { size: 50, skip: 0, before: null });
      await db.rows(sql, params);
      return (await rowsRead(db, 'transactions')) - before;
    });
    expect(read).toBeLessThan(500n);
    expect(() => readFilter({ phoneNumber: '0803' }, principal, Date.now())).toThrow('at least 7 digits');
  });
});

it('pages of many are those of a walk, also where times and numbers are not in the same order', async () => {
  const plain = `select array_agg(id) as ids from (
    select t.id from transactions t where ($1::bigint is null or t.user_id = $1) and ($2::text is null or t.type = $2)
      and ($3::text is null or t.status = $3) and ($4::date is null or lagos_day(t.created_at) >= $4)
      and ($5::date is null or lagos_day(t.created_at) <= $5) and t.id < coalesce($8::bigint, 9223372036854775807)
    order by t.id desc offset $6 limit $7) p`;
  const bySums =
    'select array_agg(id) as ids from page_of_transactions($1, $2, $3, $4, $5, $6, $7, $8) as id';
  const { ids } = await app.owner.get<{ ids: bigint[] }>(
    'select percentile_disc(array[0, 0.4, 1]) within group (order by id) as ids from transactions',
  );
  for (const user of [null, ada.userId])
    for (const type of [null, 'wallet', 'refund'])
      for (const status of [null, 'pending', 'failed', 'success'])
        for (const from of [null, day(950), day(60)])
          for (const to of [null, day(700)])
            for (const [skip, below] of [[0], [7], [1_000], ...ids.map((id) => [0, id])]) {
              const asked = [user, type, status, from, to, skip, 20, below ?? null];
              const [walked, found] = [await app.owner.get(plain, asked), await app.owner.get(bySums, asked)];
              expect([asked, found]).toEqual([asked, walked]);
            }
});

/** Failed payments for 5,000 numbers that begin alike. */
async function failForManyNumbers(user: TestUser): Promise<void> {
  await app.owner.run(
    `with written as (
       insert into transactions (user_id, reference, type, status, description, recipient, amount_kobo, fee_kobo, face_value_kobo)
       select $1, 'NUMBER' || n, 'wallet', 'failed', 'A payment', '0803' || lpad((n * 1237)::text, 7, '0'), 100, 0, 100
       from generate_series(1, 5000) n returning id, reference)
     insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state)
     select id, 'squad', reference, $1, 100, 'failed' from written`,
    [user.userId],
  );
  await app.owner.run('analyze transactions');
}

/** Failed payments, one on each of so many days. */
async function failDaily(user: TestUser, days: number, word = 'DAILY'): Promise<void> {
  await app.owner.run(
    `with written as (
       insert into transactions (user_id, reference, type, status, description, amount_kobo, fee_kobo, face_value_kobo, created_at)
       select $1, $3::text || n, 'wallet', 'failed', 'A payment', 100, 0, 100, now() - make_interval(days => $2 - n)
       from generate_series(1, $2) n order by n returning id, reference)
     insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state)
     select id, 'squad', reference, $1, 100, 'failed' from written`,
    [user.userId, days, word],
  );
}

it('pages of a status leave nothing out that is in it while the sums still have what left it', async () => {
  const chidi = await app.make.user({ wallet: naira(1_000) });
  await giveOften(chidi);
  await failDaily(chidi, 120);
  await sumUp();
  expect(await app.owner.run('select from summed_users where user_id = $1', [chidi.userId])).toBe(1);
  const paid = { outcome: 'paid', amountKobo: naira(1), currency: 'NGN', providerReference: null } as const;
  for (const n of [120, 110, 70]) await settleAs(app.context, `DAILY${n}`, paid);
  const failed = async (page: number) =>
    (await app.as(chidi).call('listTransactions', { status: 'failed', page })).reply.transactions;
  const seen = [...(await failed(1)), ...(await failed(2)), ...(await failed(3))];
  expect(seen).toHaveLength(117);
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(117);
});

it('pages below an early id are found without a walk through the sums of all days after it', async () => {
  const dayo = await app.make.user({ wallet: naira(1_000) });
  await giveOften(dayo);
  await failDaily(dayo, 400, 'EACHDAY');
  await sumUp();
  const { id } = await app.owner.get<{ id: bigint }>(
    `select id from transactions where user_id = $1 and reference = 'EACHDAY60'`,
    [dayo.userId],
  );
  const read = await app.context.pool.commit(async (db) => {
    const before = await rowsRead(db, 'transaction_sums');
    const page = `select page_of_transactions($1, 'wallet', 'failed', null, null, 0, 10, $2)`;
    expect(await db.rows(page, [dayo.userId, id])).toHaveLength(10);
    return (await rowsRead(db, 'transaction_sums')) - before;
  });
  expect(read).toBeGreaterThan(0n);
  expect(read).toBeLessThan(200n);
});
