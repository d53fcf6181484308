/** What was spent at suppliers is read by their snapshots: however many entries there are, the planner expects the few since. */
import { beforeAll, expect, it } from 'vitest';
import { kobo } from '@jara/contract/money.ts';
import { useTestPool } from '../../../test/pool.ts';
import { rollUpHouseBalances } from '../../ledger/balances.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { sumUpUsers } from '../../ledger/sums/user-sums.ts';
import type { Db } from '../../platform/db.ts';
import { compareFloat } from './float-drift.ts';
import { readSuppliers } from './supplier-states.ts';

const books = useTestPool(2);
const MANY = 20_000;
/** In units of the planner. A third of all entries is thousands. */
const LITTLE = 500;

const enter = async (count: number, amount: number): Promise<void> =>
  books.owner.commit(async (commit) => {
    const [from, to] = [
      await houseAccount(commit, 'issuance'),
      await houseAccount(commit, 'supplier', 'GLAD'),
    ];
    await commit.run('set local session_replication_role = replica');
    await commit.run(
      `with posted as (
         insert into postings (code, reference) select 'issue.demo', gen_random_uuid() from generate_series(1, $4::int) returning id)
       insert into entries (posting_id, leg, account_id, amount)
       select id, leg, account, amount from posted, (values (1, $1::bigint, -$3::bigint), (2, $2::bigint, $3::bigint)) l(leg, account, amount)`,
      [from, to, amount, count],
    );
  });

beforeAll(async () => {
  await enter(MANY, 100);
  for (let round = 0; round < 3; round += 1) while (await sumUpUsers(books.pool));
  while (await rollUpHouseBalances(books.pool));
  await enter(3, 7);
  await books.owner.run(`insert into supplier_floats (supplier, asked_at) values ('GLAD', now())`);
  for (const table of ['accounts', 'postings', 'entries', 'house_balances'])
    await books.owner.run(`vacuum analyze ${table}`);
}, 60_000);

/** What the planner expects of all its statements together. */
async function expectedCost(read: (db: Db) => Promise<unknown>): Promise<number> {
  let cost = 0;
  const explain = async (sql: string, params: readonly unknown[] = []): Promise<void> => {
    const [plan] = await books.owner.rows<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
      `explain (format json) ${sql}`,
      params,
    );
    cost += plan?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0;
  };
  await books.owner.commit(async (db) =>
    read({
      ...db,
      async rows<Row>(sql: string, params?: readonly unknown[]) {
        await explain(sql, params);
        return db.rows<Row>(sql, params);
      },
      async get<Row>(sql: string, params?: readonly unknown[]) {
        await explain(sql, params);
        return db.get<Row>(sql, params);
      },
    }),
  );
  return cost;
}

it('on the page of the suppliers', async () => {
  const read = (db: Db) => readSuppliers(db, ['GLAD', 'ALARO'], kobo(0));
  expect((await read(books.pool)).map(({ spent }) => spent)).toEqual([(MANY * 100 + 21) / 100, 0]);
  expect(await expectedCost(read)).toBeLessThan(LITTLE);
});

it('when a supplier says what is left', async () => {
  const read = (db: Db) => compareFloat(db, 'GLAD', { floatKobo: kobo(0), toleranceKobo: kobo(0) });
  expect(await expectedCost(read)).toBeLessThan(LITTLE);
  expect(await books.owner.get('select base_kobo as base from supplier_floats')).toEqual({
    base: BigInt(MANY * 100 + 21),
  });
});
