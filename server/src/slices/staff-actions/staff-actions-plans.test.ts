/** Among very many, each filter and each two of them read a bounded part of the record: what is shown, and what is counted at most. */
import { lagosDay } from '@jara/contract/lagos-time.ts';
import { limits } from '@jara/contract/constants.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksRead, queriesOf, type Filters } from '../../../test/database.ts';
import { useTestPool } from '../../../test/pool.ts';
import type { Db } from '../../platform/db.ts';
import { readSecurityEvents } from '../security-events/read-security-events.ts';
import { countActions, rangeOfActions, readActions } from './list-staff-actions.ts';
import { readPage } from './list-staff-reads.ts';
import { countOpenRequests, readRequests } from './list-staff-requests.ts';

const books = useTestPool(2);
const MANY = 60_000;
const MOST_DAYS = 1_000;

/** What was done long ago, by whoever left since, stands among the first hundredth; all else is what one of the staff does now. */
const wasRare = `n <= ${MANY / 100}`;
const time = `now() - interval '${MOST_DAYS} days' * (1 - n / ${MANY}::float8)`;

beforeAll(async () => {
  await books.owner.commit(async (commit) => {
    await commit.run('set local session_replication_role = replica');
    await commit.run('set local statement_timeout = 0');
    await commit.run(
      `insert into users (user_name, full_name, email, phone, password_hash)
       select 'staff_' || n, 'One of the staff', 'staff' || n || '@example.com', '0901' || lpad(n::text, 7, '0'), 'x' from generate_series(1, 2) n`,
    );
    const [rare, usual] = [1, 2].map((n) => `(select id from users where user_name = 'staff_${n}')`);
    await commit.run(
      `insert into staff_actions (actor_id, action, subject, ip, request_id, done_at)
       select case when ${wasRare} then ${rare} else ${usual} end, case when n % 3 = 0 then 'addPlan' when ${wasRare} then 'debit' else 'refund' end,
         case when n % 3 = 0 then 'plan 7' when n % 2 = 0 then 'service GLO data' else 'transaction ' || n end, '::1', 'r', ${time}
       from generate_series(1, ${MANY}) n`,
    );
    await commit.run(
      `insert into staff_reads (reader_id, subject_id, call, hour, happened_at)
       select case when ${wasRare} then ${rare} else ${usual} end, case when n % 2 = 0 then ${rare} else ${usual} end,
         case when ${wasRare} then 'getStatement' else 'listTransactions' end, ${time}, ${time}
       from generate_series(1, ${MANY}) n`,
    );
    await commit.run(
      `insert into security_events (user_id, what, outcome, happened_at)
       select case when ${wasRare} then ${rare} else ${usual} end, case when n % 3 = 0 then 'login' else 'step_up' end,
         case when ${wasRare} then 'locked' when n % 2 = 0 then 'wrong' else 'ok' end, ${time}
       from generate_series(1, ${MANY}) n`,
    );
    await commit.run(
      `insert into staff_requests (maker_id, call, params, body, subject, user_ids, idempotency_key, is_named, request_hash, ip, request_id,
         state, asked_at, expires_at, ended_by, ended_at, ended_reason)
       select ${usual}, 'transferFund', '{}', '{}', 'user 1', '{}', 'key ' || n, false, 'hash ' || n, '::1', 'r', 'rejected', ${time}, ${time}, ${rare}, ${time}, 'No'
       from generate_series(1, ${MANY}) n`,
    );
  }, 60_000);
  for (const table of ['users', 'staff_actions', 'staff_reads', 'security_events', 'staff_requests'])
    await books.owner.run(`vacuum analyze ${table}`);
}, 120_000);

const dayAgo = (days: number): string => lagosDay(Date.now() - days * DAY_MS);
const days: Filters = {
  from: [dayAgo(1), dayAgo(MOST_DAYS - 5), '2900-01-01'],
  to: [dayAgo(MOST_DAYS - 5), '2000-01-01'],
};

/** Of 8 kB: fifty rows wherever they stand, what leads to them, and the counted part of an index. */
const FEW = 500;
const COUNTED = 700;

describe('what staff did', () => {
  const filters: Filters = {
    actor: ['staff_1', 'staff_2', 'nobody'],
    action: ['debit', 'REFUND', 'nothing'],
    subject: ['plan', 'plan 7', 'service GLO', 'service GLO data', 'transaction 1', 'nothing'],
    ...days,
  };

  it.each(queriesOf(filters))('by %j reads few blocks', async (query) => {
    const range = await rangeOfActions(books.owner, query);
    const page = { most: limits.pageSize + 1, skip: 0, viewerId: 1n };
    expect(await blocksRead(books.owner, (db) => readActions(db, range, page))).toBeLessThan(FEW);
    expect(await blocksRead(books.owner, (db) => countActions(db, range))).toBeLessThan(COUNTED);
  });

  it('is counted up to a bound', async () => {
    const count = async (query: Record<string, string>) =>
      countActions(books.owner, await rangeOfActions(books.owner, query));
    expect(await count({})).toBe(limits.staffActionsCounted);
    expect(await count({ actor: 'staff_1' })).toBe(MANY / 100);
    expect(await count({ actor: 'staff_1', action: 'addPlan' })).toBe(MANY / 300);
  });
});

it.each(
  queriesOf({
    reader: ['staff_1', 'staff_2'],
    userName: ['staff_1'],
    call: ['getstatement', 'listtransactions', 'nothing'],
    ...days,
  }),
)('what staff looked at by %j reads few blocks', async (query) => {
  const read = (db: Db) => readPage(db, query, { before: undefined, most: limits.pageSize });
  expect(await blocksRead(books.owner, read)).toBeLessThan(FEW);
});

it.each(
  queriesOf({
    userName: ['staff_1'],
    what: ['login', 'registered'],
    outcome: ['locked', 'refused', 'ok'],
    ...days,
  }),
)('security events by %j read few blocks', async ({ userName, what, outcome, from, to }) => {
  const read = (db: Db) => readSecurityEvents(db, { userName, what, outcome, from, to }, {});
  expect(await blocksRead(books.owner, read)).toBeLessThan(FEW);
});

it('what waits for a second admin is counted, and what has ended is listed, without a walk through all that has ended', async () => {
  const { admin, maker } = await books.owner.get<{ admin: bigint; maker: bigint }>(
    `select a.id as admin, m.id as maker from users a, users m where a.user_name = 'staff_1' and m.user_name = 'staff_2'`,
  );
  for (const viewer of [
    { userId: admin, isAdmin: true },
    { userId: admin, isAdmin: false },
    { userId: maker, isAdmin: false },
  ]) {
    expect(await blocksRead(books.owner, (db) => countOpenRequests(db, viewer))).toBeLessThan(20);
    const ended = (db: Db) => readRequests(db, viewer, 'ended', { most: 50, skip: 0 });
    expect(await blocksRead(books.owner, ended)).toBeLessThan(FEW);
  }
});
