/** How an audit divides its rules into statements, shown by rules of its own over a table of a hundred rows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { inSlice, isInSlice, type Part, type Rule } from './rule.ts';
import type { Pool } from '../platform/db.ts';
import { Audit, auditInSlices, findBreaksOf, goOnFor, type AuditWatcher } from './slices.ts';

const db = useTestPool(1);
const ROWS = 100;

beforeAll(() =>
  db.owner.run(
    `insert into users (user_name, full_name, email, phone, password_hash, is_demo)
     select 'user_' || n, 'User', 'user' || n || '@example.com', '0900' || lpad(n::text, 7, '0'), '-', true
     from generate_series(1, ${ROWS}) n`,
  ),
);

/** Finds every user, so that one that is left out or seen twice shows in the count. */
const everyUser: Part = { over: 'users', breaks: `select id::text from users where ${inSlice('id')}` };
const KEYS = 90;
const everyKey: Part = {
  over: 'idempotency_keys',
  breaks: `select key from idempotency_keys where ${isInSlice('idempotency_keys', 'idempotency_keys')}`,
};
beforeAll(() =>
  db.owner.run(
    `insert into idempotency_keys (user_id, key, request_hash, transaction_id)
     select case when n <= 4 then 1 when n <= ${KEYS} - 4 then 2 else 3 end, 'order no ' || n, 'x', n from generate_series(1, ${KEYS}) n`,
  ),
);
const rule = (...parts: Part[]): Rule => ({ rule: 'R0', statement: 'Nothing is there', parts });
const pace = (rows: number) => ({ sliceMs: 30_000, rows });

async function look(rules: readonly Rule[], rows: number, watcher: AuditWatcher = {}) {
  const audit = new Audit(rules, { pace: pace(rows), watcher });
  await db.pool.commit((commit) => audit.goOn(commit, Infinity));
  return { counts: audit.results.map(({ count }) => count), slices: audit.position.slices };
}

/** How many rows were done after each slice but the last. */
async function rowsAfterSlices(part: Part, rows: number) {
  const said: [string, number, number | null][] = [];
  await look([rule(part)], rows, { onSlice: (...one) => void said.push(one) });
  return said;
}

describe('a table', () => {
  it.each([
    [ROWS - 1, 2],
    [ROWS, 1],
    [ROWS + 1, 1],
  ])('in slices that begin with %i rows is looked into in %i statements', async (rows, slices) => {
    expect(await look([rule(everyUser)], rows)).toEqual({ counts: [ROWS], slices });
  });

  it.each([1, 7, 33, 50])('in slices that begin with %i rows is seen whole, each row once', async (rows) => {
    expect((await look([rule(everyUser)], rows)).counts).toEqual([ROWS]);
  });

  it.each([1, 7, 33, 50])(
    'of keys in slices that begin with %i rows is seen whole, each key of a user once',
    async (rows) => {
      const { counts, slices } = await look([rule(everyKey)], rows);
      expect(counts).toEqual([KEYS]);
      expect(slices).toBeGreaterThan(1);
    },
  );

  it('of keys is divided also where nearly all are those of one user', async () => {
    const inOne: Part = {
      over: 'idempotency_keys',
      breaks: `select count(*)::text from idempotency_keys where ${isInSlice('idempotency_keys', 'idempotency_keys')}`,
    };
    const audit = new Audit([rule(inOne)], { pace: pace(1) });
    await db.pool.commit((commit) => audit.goOn(commit, Infinity));
    const counts = audit.results.flatMap(({ breaks }) => breaks.map(Number));
    expect(counts.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(Math.max(...counts)).toBeLessThan(KEYS / 2);
    expect(counts.reduce((sum, count) => sum + count)).toBe(KEYS);
  });

  it('is said to be done so far after each slice but the last', async () => {
    const said = await rowsAfterSlices(everyUser, 10);
    expect(said[0]).toEqual(['users', 10, null]);
    expect(said.every(([, rows]) => rows < ROWS)).toBe(true);
    expect(await rowsAfterSlices(everyUser, ROWS)).toEqual([]);
  });

  it('is said to have about so many rows, once PostgreSQL has counted', async () => {
    await db.owner.run('analyze users');
    expect((await rowsAfterSlices(everyUser, 60)).map(([, , about]) => about)).toEqual([ROWS]);
  });

  it('without rows is not looked into', async () => {
    const always: Part = { over: 'coupons', breaks: `select 'found' where $1::bigint < $2::bigint` };
    expect(await look([rule(always)], 10)).toEqual({ counts: [0], slices: 1 });
    expect(await look([rule(always, everyUser)], ROWS)).toEqual({ counts: [ROWS], slices: 1 });
  });

  it('of seals, each of which covers many rows, is in slices of a hundredth', async () => {
    const rollback = new Error('rollback');
    const seals: Part = { over: 'seals', breaks: `select id::text from seals where ${inSlice('id')}` };
    const sealed = db.owner.commit(async (commit) => {
      await commit.run(
        `insert into seals (id, kind, ids, rows_since, rows_until, digest)
         select n, 'postings', '{}', now(), now(), sha256(n::text::bytea) from generate_series(1, 25) n`,
      );
      const said: number[] = [];
      const watcher: AuditWatcher = { onSlice: (_table, rows) => void said.push(rows) };
      const [found] = await findBreaksOf(commit, [rule(seals)], { pace: pace(1_000), watcher });
      expect([found?.count, said[0]]).toEqual([25, 10]);
      said.length = 0;
      await findBreaksOf(commit, [rule(seals)], { pace: pace(20), watcher });
      expect(said[0]).toBe(1);
      throw rollback;
    });
    await expect(sealed).rejects.toBe(rollback);
  });
});

describe('the parts of a rule', () => {
  const fixed: Part = { over: null, breaks: `select 'fixed'` };
  const summed: Part = {
    over: 'users',
    breaks: `select 'sum' from generate_series(1, $1::int)`,
    carry: { first: 'select 0', next: `select $3::int + count(*) from users where ${inSlice('id')}` },
  };

  it('that are one slice each go into one statement, and those of another rule do not', async () => {
    expect(await look([rule(everyUser, fixed, everyUser)], ROWS)).toEqual({
      counts: [2 * ROWS + 1],
      slices: 1,
    });
    expect(await look([rule(everyUser), rule(fixed)], ROWS)).toEqual({ counts: [ROWS, 1], slices: 2 });
  });

  it.each([
    [ROWS, 3],
    [ROWS - 1, 6],
  ])('that carry a sum stand for themselves, in slices of %i rows', async (rows, slices) => {
    expect(await look([rule(everyUser, summed, everyUser)], rows)).toEqual({ counts: [3 * ROWS], slices });
  });

  it('have the settings of the planner that they name, and the next have those of all', async () => {
    const setting = (planner?: Part['planner']): Part => ({
      over: null,
      breaks: `select 'off' where current_setting('enable_nestloop') = 'off'`,
      ...(planner === undefined ? {} : { planner }),
    });
    const rules = [setting(), setting({ enable_nestloop: 'off' }), setting()].map((part) => rule(part));
    expect((await look(rules, ROWS)).counts).toEqual([0, 1, 0]);
    expect((await look([rule(...rules.flatMap(({ parts }) => parts))], ROWS)).counts).toEqual([1]);
  });

  it('are announced with their rule, once', async () => {
    const places: number[] = [];
    const onRule: AuditWatcher['onRule'] = (_rule, place) => void places.push(place);
    await look([rule(everyUser, everyUser), rule(everyUser)], 10, { onRule });
    expect(places).toEqual([1, 2]);
  });

  it('that find something with the codes that there are, are asked with all codes', async () => {
    const few: Part = { over: null, breaks: (codes) => `select 'few' where ${codes.length} < 5` };
    const many: Part = { over: null, breaks: (codes) => `select 'many' where ${codes.length} > 5` };
    expect((await look([rule(few), rule(many)], ROWS)).counts).toEqual([0, 0]);
  });
});

it('a part that cannot be divided has as much time as it needs', async () => {
  const slow: Part = { over: null, breaks: `select 'slow' from pg_sleep(0.3)` };
  const one: Part = {
    over: 'users',
    breaks: `select 'slow' from pg_sleep(0.1), users where ${inSlice('id')} and id = (select min(id) from users)`,
  };
  const results = await auditInSlices(db.pool, [rule(slow), rule(one)], { pace: { sliceMs: 50, rows: 1 } });
  expect(results.map(({ count }) => count)).toEqual([1, 1]);
});

it('the answer to a part that cannot be divided is waited for longer than the database lets it take', async () => {
  const limit: Part = {
    over: null,
    breaks: `select setting from pg_settings where name = 'statement_timeout'`,
  };
  const audit = new Audit([rule(limit)], { pace: pace(1) });
  const tooLong = await db.pool
    .commit(async (commit) => {
      await commit.run('set local statement_timeout = 1');
      await commit.run('select pg_sleep(1)');
    })
    .catch((error: unknown) => error);
  // As often as a statement of some minutes is tried.
  for (let time = 0; time < 4; time += 1) audit.takeTimeout(tooLong);
  const waitedMs: (number | null | undefined)[] = [];
  const pool: Pool = {
    ...db.pool,
    commit: (work, answerMs) => {
      waitedMs.push(answerMs);
      return db.pool.commit(work, answerMs);
    },
  };
  await goOnFor(pool, audit, Infinity);
  expect(audit.results.map(({ breaks }) => breaks)).toEqual([['480000']]);
  expect(waitedMs).toHaveLength(1);
  expect(waitedMs[0]).toBeGreaterThan(480_000);
});
