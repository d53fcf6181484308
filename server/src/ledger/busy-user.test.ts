/** One user with more rows than a statement adds up: the audit goes through them in slices, and finds what was spoiled in their middle. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openRichBooks, userNamed, walletOf } from '../../test/rich-app.ts';
import { brokenAfter } from '../../test/spoil.ts';
import type { Pool } from '../platform/db.ts';
import { audit, bookRules } from './audit.ts';
import { postingTable } from './posting-table.ts';
import { ADDED_AT_ONCE, isBroken } from './rule.ts';
import { findBreaksOf, type AuditWatcher, type Pace } from './slices.ts';
import { sumUpTransactions } from './sums/sum-up.ts';

const books = openRichBooks();

const ROWS = ADDED_AT_ONCE + 500;
const FIRST = 1_000_001;
const SPREAD = 50;
const pace: Pace = { sliceMs: 30_000, rows: 500 };
const middle = FIRST + ROWS / 2;

/** Test top-ups of a naira, each with its key, spread over the last days. */
async function fill(owner: Pool): Promise<void> {
  await owner.commit(async (db) => {
    await db.run('set local session_replication_role = replica');
    await db.run(`create temp table made on commit drop as
      select n - 1 + ${FIRST} as id, n, now() - interval '1 minute' - interval '1 day' * ((${ROWS} - n) * ${SPREAD} / ${ROWS}) as at,
        w.id as wallet, w.user_id, w.balance + (n - 1) * 100 as balance, w.version + n as version
      from accounts w cross join generate_series(1, ${ROWS}) n where w.id = ${walletOf('ngozi')}`);
    await db.run(`insert into transactions (id, user_id, reference, type, status, description, amount_kobo, balance_before, balance_after, face_value_kobo,
        created_at, settled_at, fee_kobo)
      select m.id, m.user_id, 'JRBUSY' || m.n, t.type, t.status, t.description, 100, m.balance, m.balance + 100,
        case when t.face_value_kobo is not null then 100 end, m.at, m.at, t.fee_kobo
      from made m cross join (select * from transactions where description = 'Test top-up' limit 1) t`);
    await db.run(
      `insert into postings (id, code, reference, posted_at, actor_id) select id, 'issue.test_top_up', id::text, at, user_id from made`,
    );
    await db.run(`insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
      select id, 1, (select id from accounts where kind = 'issuance'), -100, null, null, null from made
      union all select id, 2, wallet, 100, balance, balance + 100, version from made`);
    await db.run(
      `update accounts a set balance = m.balance + 100, version = m.version from made m where m.n = ${ROWS} and a.id = m.wallet`,
    );
    await db.run(`insert into idempotency_keys (user_id, key, request_hash, transaction_id, created_at)
      select user_id, 'busy ' || n, 'x', id, at from made`);
    await db.run(
      `select setval('transactions_id_seq', ${FIRST + ROWS}), setval('postings_id_seq', ${FIRST + ROWS})`,
    );
  });
}

beforeAll(async () => {
  await fill(books.owner);
  await sumUpTransactions(books.pool);
  while (await sumUpTransactions(books.pool, { atOnce: 1_000_000, many: ADDED_AT_ONCE }));
}, 60_000);

/** By one of these rules. */
const brokenBy = (names: readonly string[], ...statements: string[]): Promise<string[]> => {
  const rules = bookRules.filter(({ rule, statement }) =>
    names.some((name) => `${rule} ${statement}`.startsWith(name)),
  );
  expect(rules).toHaveLength(names.length);
  return brokenAfter(books.owner, statements, (db) => findBreaksOf(db, rules, { pace }));
};

it('the books of a user with many rows hold, and each statement is a slice of them', async () => {
  const slices = new Map<string, number>();
  let now = '';
  const watcher: AuditWatcher = {
    onRule: ({ statement }) => void (now = statement),
    onSlice: (table) => void slices.set(`${table}: ${now}`, (slices.get(`${table}: ${now}`) ?? 0) + 1),
  };
  const results = await audit(books.pool, { pace, watcher });
  expect(results.filter(isBroken)).toEqual([]);
  const of = (name: string) =>
    Math.max(...[...slices].map(([key, count]) => (key.startsWith(name) ? count : 0)));
  expect(of('entries: The versions of a user account')).toBeGreaterThan(3);
  expect(of('idempotency_keys: Every idempotency key')).toBeGreaterThan(3);
  expect(of('transaction_sums: The sums of transactions')).toBeGreaterThan(3);
  expect([...slices.keys()].filter((key) => key.startsWith('summed_users'))).toEqual([]);
});

describe('in the middle of the rows of that user the audit finds', () => {
  const entry = `posting_id = ${middle} and leg = 2`;
  it.each([
    [
      'a movement that does not begin where the last one ended',
      'R5 The versions',
      `update entries set balance_before = balance_before + 1, balance_after = balance_after + 1 where ${entry}`,
    ],
    [
      'a version that is another',
      'R5 The versions',
      `update entries set version = version + 1000000 where ${entry}`,
    ],
    ['a movement that is gone', 'R5 The versions', `delete from entries where posting_id = ${middle}`],
    [
      'a transaction with another balance',
      'R5 Every movement of a wallet shows',
      `update transactions set balance_after = balance_after + 1, amount_kobo = amount_kobo + 1, face_value_kobo = face_value_kobo + 1 where id = ${middle}`,
    ],
    [
      'a transaction that is gone',
      'R21 Every posting moved what the row behind it says',
      `delete from transactions where id = ${middle}`,
    ],
    [
      'a sum of a day that is another',
      'R27 The sums of transactions',
      `update transaction_sums set debit_kobo = debit_kobo + 1, credit_kobo = credit_kobo + 1 where span = 'day' and user_id = ${userNamed('ngozi')}
       and first_id <= ${middle} and last_id >= ${middle}`,
    ],
    [
      'a transaction that its sum does not have',
      'R27 The sums of transactions',
      `update transactions set network = 'MTN' where id = ${middle}`,
    ],
    [
      "a key that stands for somebody else's purchase",
      'R17 Every idempotency key',
      `update idempotency_keys set transaction_id = (select min(id) from transactions where user_id <> ${userNamed('ngozi')}) where key = 'busy ${ROWS / 2}'`,
    ],
  ])('%s', async (_what, rule, ...statements) => {
    expect(await brokenBy([rule], ...statements)).toHaveLength(1);
  });

  it('a balance that is not that of the last movement', async () => {
    const balance = ['R2 Every balance of a user account'];
    const raised = `update accounts set balance = balance + 1 where id = ${walletOf('ngozi')}`;
    expect(await brokenBy(balance, raised)).toHaveLength(1);
    const last = `posting_id = ${FIRST + ROWS - 1} and leg = 2`;
    const moved = `update entries set balance_after = balance_after + 1, amount = amount + 1 where ${last}`;
    expect(await brokenBy(balance, moved)).toHaveLength(1);
  });
});

describe('no statement adds up all that this user did', () => {
  it('to compare it with the balance: each movement is looked at by itself', async () => {
    const rules = ['R5 What the transactions of a user', 'R5 Every movement of a wallet shows'];
    const shown = `update transactions set balance_after = balance_after + 1, amount_kobo = amount_kobo + 1 where id = ${middle}`;
    expect(await brokenBy(rules, shown)).toEqual([expect.stringContaining(rules[1] ?? '')]);
    const balance = ['R2 Every balance of a user account', 'R5 The versions'];
    const moved = `update entries set balance_after = balance_after + 1, amount = amount + 1 where posting_id = ${middle} and leg = 2`;
    expect(await brokenBy(balance, moved)).toEqual([expect.stringContaining('R5 The versions')]);
  });

  it('which every code of a movement of wallets allows but that of opening money', () => {
    const unseen = Object.entries(postingTable).filter(([, { legs }]) =>
      legs.some(({ kind, shownBy }) => kind === 'wallet' && shownBy === undefined),
    );
    expect(unseen.map(([code]) => code)).toEqual(['issue.demo']);
  });
});
