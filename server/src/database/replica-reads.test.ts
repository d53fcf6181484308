import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type RunningApp } from '../../test/app.ts';
import { silent } from '../../test/pool.ts';
import { runSql } from '../../test/run-sql.ts';
import { openServers } from '../../test/outside/postgres-servers.ts';
import { readConfig } from '../config/config.ts';
import { openPool, type Db, type Pool } from '../platform/db.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { openProgramLogin } from './program-login.ts';
import { openReplicaReads, readCounter, type ReplicaReadsOptions } from './replica-reads.ts';

const DATABASE = 'jara';
const servers = openServers();
let standby: EmbeddedPostgres;
let owner: Pool;
let app: RunningApp;

beforeAll(async () => {
  const primary = await servers.start('primary', { synchronous_commit: 'on' });
  await runSql(primary.url, `create database ${DATABASE}`);
  const url = primary.adminUrl(DATABASE);
  await migrate(url, { mode: 'sandbox' });
  const program = new URL(await openProgramLogin(url, readConfig({}).secretsKey));
  standby = await servers.startStandbyOf(primary, 'standby');
  owner = openPool({ url, size: 2, role: null, log: silent });
  const replica = Object.assign(new URL(standbyUrl()), {
    username: program.username,
    password: program.password,
  });
  app = await startTestApp({
    createDatabase: async () => ({ url, drop: async () => undefined }),
    env: { DATABASE_PROGRAM_URL: url, DATABASE_REPLICA_URL: replica.href },
  });
}, 180_000);

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
  await runSql(standbyUrl(), 'select pg_wal_replay_resume()');
});
afterAll(async () => {
  await app.stop();
  await owner.close();
  await servers.remove();
});

const standbyUrl = () => standby.adminUrl(DATABASE);
const stopReplay = () => runSql(standbyUrl(), 'select pg_wal_replay_pause()');

function open(options: Partial<ReplicaReadsOptions> = {}) {
  const said: string[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void said.push(line) });
  const reads = openReplicaReads({
    url: standbyUrl(),
    role: 'jara_app',
    primary: app.context.pool,
    log,
    ...options,
  });
  toClose.push(() => reads.close());
  return { reads, said };
}

const isThere = async (db: Db): Promise<boolean> =>
  (await db.get<{ isThere: boolean }>('select pg_is_in_recovery() as "isThere"')).isThere;

/** By the counter: statements that each of the two answered while `work` ran. */
async function answersDuring(work: () => Promise<unknown>): Promise<Record<'replica' | 'primary', number>> {
  const now = async (server: string) =>
    (await readCounter.get()).values.find(({ labels }) => labels['server'] === server)?.value ?? 0;
  const before = { replica: await now('replica'), primary: await now('primary') };
  await work();
  return {
    replica: (await now('replica')) - before.replica,
    primary: (await now('primary')) - before.primary,
  };
}

describe('what is read from a replica', () => {
  it('is read there, with what was committed just before, however often', async () => {
    const { reads, said } = open({ patienceMs: 5_000 });
    await owner.run('create table if not exists marks (n int)');
    await owner.run('grant select on marks to jara_app');
    for (let n = 1; n <= 50; n += 1) {
      await owner.run('insert into marks values ($1)', [n]);
      const { most, there } = await reads.get<{ most: number; there: boolean }>(
        'select max(n) as most, pg_is_in_recovery() as there from marks',
      );
      expect({ most, there, said }).toEqual({ most: n, there: true, said: [] });
    }
    await owner.run('drop table marks');
  });

  it('is read at the primary where the replica is behind, which is said once, and is asked again later', async () => {
    const { reads, said } = open({ patienceMs: 200, awayMs: 500 });
    await stopReplay();
    await owner.run(`select pg_logical_emit_message(true, 'test', 'moves the log on')`);
    expect([await isThere(reads), await isThere(reads)]).toEqual([false, false]);
    expect(said).toEqual([expect.stringContaining('more than 200 ms behind')]);
    await runSql(standbyUrl(), 'select pg_wal_replay_resume()');
    await vi.waitFor(async () => expect(await isThere(reads)).toBe(true), 30_000);
    expect(said.at(-1)).toContain('is read again');
  });

  it('is answered by the primary where a statement fails at the replica alone', async () => {
    const { reads } = open({ patienceMs: 5_000 });
    const words = 'select 7 / (case when pg_is_in_recovery() then 0 else 1 end) as seven';
    expect(await reads.get(words)).toEqual({ seven: 7 });
  });

  it('fails as it does at the primary', async () => {
    const { reads } = open({ patienceMs: 5_000 });
    await expect(reads.rows('select 1 / 0')).rejects.toThrow('division by zero');
  });

  it('is never written there', async () => {
    const { reads } = open({ patienceMs: 5_000 });
    expect(await reads.run(`update users set user_name = user_name where false`)).toBe(0);
  });

  it('is not waited for where nobody answers', async () => {
    const { reads } = open({ url: 'postgresql://jara@127.0.0.1:9/jara', patienceMs: 200 });
    expect(await isThere(reads)).toBe(false);
  });
});

describe('staff', () => {
  it.each([
    ['listTransactions', {}],
    ['listUsers', {}],
    ['getSales', {}],
    ['getAdminDetails', {}],
    ['listStaffActions', {}],
    ['listStaffReads', {}],
    ['findSecurityEvents', {}],
    ['findAnything', { text: '0803123' }],
  ] as const)('read %s from the replica alone', { timeout: 90_000 }, async (call, input) => {
    const admin = await app.make.user({ isAdmin: true });
    const list = async () => (await app.as(admin).call(call, input)).reply;
    // After a test in which it was behind, nobody asks it for a while.
    await vi.waitFor(async () => {
      const answers = await answersDuring(list);
      expect(answers).toEqual({ replica: expect.any(Number), primary: 0 });
      expect(answers.replica).toBeGreaterThan(0);
    }, 60_000);
  });

  it('find what a user did a moment ago, at either', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const newest = async () => (await app.as(admin).call('listTransactions')).reply.transactions[0];
    for (const behind of [false, true]) {
      const ada = await app.make.user();
      if (behind) await stopReplay();
      await app.as(ada).call('testTopUp', { amount: 500 });
      expect(await newest()).toMatchObject({ trans_UserName: ada.userName });
    }
  });
});

it('users read their own list at the primary', async () => {
  const ada = await app.make.user();
  const list = () => app.as(ada).call('listTransactions');
  expect(await answersDuring(list)).toEqual({ replica: 0, primary: 0 });
});
