/** Among very much that was decided, both queues read a bounded part of it. */
import { limits } from '@jara/contract/constants.ts';
import { beforeAll, expect, it } from 'vitest';
import { blocksRead } from '../../../test/database.ts';
import { useTestPool } from '../../../test/pool.ts';
import type { Db } from '../../platform/db.ts';
import { countDecided, countSuspense, readSuspense } from './list-suspense.ts';

const books = useTestPool(2);
const MANY = 15_000;
const OPEN = 30;

/** All but the last of them were decided, each a minute after the one before. */
beforeAll(async () => {
  await books.owner.commit(async (commit) => {
    await commit.run('set local session_replication_role = replica');
    await commit.run('set local statement_timeout = 0');
    await commit.run(
      `insert into users (user_name, full_name, email, phone, password_hash) values ('boss', 'Boss', 'boss@example.com', '09010000001', 'x')`,
    );
    await commit.run(
      `insert into bank_transfers (provider, provider_reference, bank, account_number, paid_kobo, state, reason, decided_at)
       select 'paymentpoint', 'T' || n, 'palmpay', '6600000000', 100, 'suspense', 'the account is not known',
         case when n <= ${MANY - OPEN} then now() - interval '1 minute' * (${MANY} - n) end
       from generate_series(1, ${MANY}) n`,
    );
    await commit.run(
      `insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, paid_kobo, decided_at)
       select n, 'squad', 'C' || n, 1, 100, 'suspense', 5, case when n <= ${MANY - OPEN} then now() - interval '1 minute' * (${MANY} - n) end
       from generate_series(1, ${MANY}) n`,
    );
    await commit.run(
      `insert into postings (code, reference, reason)
       select 'funding.suspense', provider || ':' || provider_reference, reason from bank_transfers
       union all select 'funding.suspense', gateway || ':' || reference, 'paid in USD' from payments`,
    );
    await commit.run(
      `insert into suspense_decisions (posting_id, outcome, paid_kobo, actor_id, reason, decided_at)
       select p.id, 'return', 100, u.id, 'x', coalesce(b.decided_at, y.decided_at) from postings p cross join users u
       left join bank_transfers b on p.reference = 'paymentpoint:' || b.provider_reference
       left join payments y on p.reference = 'squad:' || y.reference
       where coalesce(b.decided_at, y.decided_at) is not null`,
    );
  }, 60_000);
  for (const table of ['bank_transfers', 'payments', 'postings', 'suspense_decisions'])
    await books.owner.run(`vacuum analyze ${table}`);
}, 120_000);

/** Of 8 kB: fifty entries wherever they stand, each with what came in and who decided; all that is open; ten thousand rows, a third of those there are. */
const FEW = { openPage: 1_000, decidedPage: 600, open: 500, decided: 200 };
const page = { most: limits.pageSize + 1, skip: 0 };

it.each([
  ['open', FEW.openPage],
  ['decided', FEW.decidedPage],
] as const)('a page of what is %s reads few blocks', async (queue, few) => {
  expect(await readSuspense(books.owner, queue, page)).toHaveLength(limits.pageSize + 1);
  expect(await blocksRead(books.owner, (db) => readSuspense(db, queue, page))).toBeLessThan(few);
});

it.each([
  ['open', countSuspense, 2 * OPEN, FEW.open],
  ['decided', countDecided, limits.suspenseCounted, FEW.decided],
] as const)(
  'what is %s is counted in few blocks',
  async (_queue, count: (db: Db) => Promise<number>, many, few) => {
    expect(await count(books.owner)).toBe(many);
    expect(await blocksRead(books.owner, count)).toBeLessThan(few);
  },
);

it('what is decided stands latest first', async () => {
  const [first, second] = await readSuspense(books.owner, 'decided', page);
  expect(Number(first?.decidedAt)).toBeGreaterThanOrEqual(Number(second?.decidedAt));
  expect(first?.outcome).toBe('return');
});

it('what is decided is marked in the same commit, and is not open whatever its mark says', async () => {
  for (const [table, provider] of [
    ['bank_transfers', 'paymentpoint'],
    ['payments', 'squad'],
  ] as const) {
    const before = await countSuspense(books.owner);
    await books.owner.run(
      `insert into suspense_decisions (posting_id, outcome, paid_kobo, actor_id, reason)
       select max(p.id), 'return', 100, min(u.id), 'x' from postings p, users u where p.reference like $1`,
      [`${provider}:%`],
    );
    const marked = `select count(*) as count from ${table} where decided_at is null`;
    expect(await books.owner.get(marked)).toEqual({ count: BigInt(OPEN - 1) });
    expect(await countSuspense(books.owner)).toBe(before - 1);
    await books.owner.run(
      `update ${table} set decided_at = null where decided_at = (select max(decided_at) from ${table})`,
    );
    expect(await countSuspense(books.owner)).toBe(before - 1);
  }
});
