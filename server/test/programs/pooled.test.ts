/** The program behind a pooler in transaction mode: PgBouncer where the machine has it, and everywhere one of our own that does the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/src/environment/environment.ts';
import { findFreePort } from '../../src/database/free-port.ts';
import { migrateApart } from '../../src/app/migrate-apart.ts';
import { openPool, type Pool } from '../../src/platform/db.ts';
import { expectBooksToBalance } from '../books.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { pgBouncerVersion, startPgBouncer } from '../outside/pgbouncer.ts';
import { startTransactionPooler } from '../outside/transaction-pooler.ts';
import { silent } from '../pool.ts';
import { clientOf } from './client-of.ts';
import { runProgram, startServer, type ServerProgram, type Settings } from './run-program.ts';

// Programs are started, and the machine may have more to do.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SIZE = 4;
/** 202 where the supplier has not answered in time. */
const ACCEPTED = [200, 202];
const version = pgBouncerVersion();
if (version === undefined)
  console.info('PgBouncer is not installed: behind it nothing is tried here, only behind our own pooler.');

interface Pooler {
  through(address: string): string;
  close(): Promise<void>;
}
const ownPooler = (logins: readonly string[]): Promise<Pooler> =>
  startTransactionPooler(Number(new URL(logins[0] ?? '').port), SIZE);

const poolers: [string, (logins: readonly string[]) => Promise<Pooler>][] = [
  ['our own pooler', ownPooler],
  ...(version === undefined
    ? []
    : ([[version, (logins) => startPgBouncer(logins, SIZE)]] satisfies [string, typeof ownPooler][])),
];

describe.each(poolers)('behind %s', (_name, startPooler) => {
  let database: TestDatabase;
  let owner: Pool;
  let sandbox: Sandbox;
  let pooler: Pooler;
  let direct: string;
  let settings: Settings;
  let server: ServerProgram;
  let url: string;
  /** Without a login: each takes that of the other address. */
  let place: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sandbox = await startSandbox({ journal: 'memory' });
    const both = { MODE: 'sandbox', PATH: process.env['PATH'] };
    direct = await migrateApart({ ...both, DATABASE_URL: database.url });
    pooler = await startPooler([direct, database.url]);
    const { protocol, host, pathname } = new URL(direct);
    place = `${protocol}//${host}${pathname}`;
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    settings = {
      ...both,
      PROCESSES: '2',
      PORT: String(port),
      // More than the pooler has of the server.
      DATABASE_CONNECTIONS: '6',
      DATABASE_PROGRAM_URL: pooler.through(direct),
      DATABASE_DIRECT_URL: place,
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    };
    server = await startServer(settings);
    owner = openPool({ url: database.url, size: 2, role: null, log: silent });
  });
  afterAll(async () => {
    await server.stop();
    await pooler.close();
    await sandbox.close();
    await owner.close();
    await database.drop();
  });

  const { send, logIn } = clientOf(() => url);

  async function buy(token: string, key: string, phone: string): Promise<number> {
    const answer = await send('/api/v1/buy/airtime', {
      method: 'POST',
      headers: { 'x-auth-token': token, 'idempotency-key': key },
      body: JSON.stringify({ network: 1, mobile_number: phone, amount: 100 }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  const sessions = () =>
    owner.rows<{ user: string; query: string; pid: number }>(
      `select usename::text as user, query, pid from pg_stat_activity where datname = current_database() and application_name = 'jara'`,
    );

  it('sells what many buy at once', async () => {
    const token = await logIn('smart');
    const phones = Array.from({ length: 40 }, (_, index) => `0803${String(index).padStart(3, '0')}5555`);
    const bought = await Promise.all(phones.map((phone, index) => buy(token, `pooled-${index}`, phone)));
    for (const status of bought) expect(ACCEPTED).toContain(status);
  });

  it('publishes what is sold to streams of both processes', async () => {
    const token = await logIn('reseller');
    const streams = await Promise.all(
      [1, 2].map(() => send('/events', { headers: { 'x-auth-token': token } }, 120_000)),
    );
    const isNotified = streams.map(async ({ body }) => {
      let text = '';
      for await (const piece of body ?? []) {
        text += Buffer.from(piece).toString();
        if (text.includes('event: transaction')) return true;
      }
      return false; // it ended, as its session has
    });
    expect(ACCEPTED).toContain(await buy(token, 'streamed', '08099995555'));
    expect(await Promise.all(isNotified)).toEqual([true, true]);
  });

  it('uses few connections for statements, and for each channel and process one of its own', async () => {
    const counted = async () => {
      const all = await sessions();
      const listening = all.filter(
        ({ query }) => query.includes('heartbeat of') || query.startsWith('listen '),
      );
      return { listening: listening.length, areFew: all.length - listening.length <= SIZE };
    };
    // For a moment a client that logs in has one too.
    await expect.poll(counted, { timeout: 20_000 }).toEqual({ listening: 2 * 3, areFew: true });
  });

  it('leaves no lock and no setting behind for whoever comes next', async () => {
    await expect
      .poll(
        () =>
          owner.rows(
            `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
          ),
        { timeout: 20_000 },
      )
      .toEqual([]);
    const asked = `select pg_backend_pid() as pid, current_user::text as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone, current_setting('enable_seqscan') as seqscan,
      (select count(*) from pg_prepared_statements where name <> '')::int as prepared, (select count(*) from pg_listening_channels())::int as channels`;
    const pool = openPool({
      url: pooler.through(direct),
      directUrl: direct,
      size: 2 * SIZE,
      role: undefined,
      log: silent,
    });
    const found = new Map<number, object>();
    const ask = () =>
      pool.commit(async (db) => {
        const { pid, ...rest } = await db.get<{ pid: number }>(asked);
        found.set(pid, rest);
        // Long enough that the others get another connection of the server.
        await sleep(200);
      });
    await Promise.all(Array.from({ length: 2 * SIZE }, ask));
    await pool.close();
    expect(found.size).toBeGreaterThan(1);
    const clean = {
      role: 'jara_app',
      statement: '5s',
      lock: '2s',
      idle: '10s',
      zone: 'UTC',
      seqscan: 'on',
      prepared: 0,
      channels: 0,
    };
    for (const one of found.values()) expect(one).toEqual(clean);
  });

  it('keeps the books', async () => {
    await expectBooksToBalance(owner);
    const { code, text } = await runProgram(
      'books.ts',
      {
        MODE: 'sandbox',
        DATABASE_URL: pooler.through(database.url),
        DATABASE_DIRECT_URL: place,
      },
      [],
      120_000,
    );
    expect(text).toContain('The books are clean.');
    expect(code).toBe(0);
  });

  it('is migrated on the server itself, and its address leads through the pooler', async () => {
    const owners = { MODE: 'sandbox', DATABASE_URL: pooler.through(database.url) };
    expect(await migrateApart({ ...owners, PATH: process.env['PATH'], DATABASE_DIRECT_URL: place })).toBe(
      pooler.through(direct),
    );
    expect(
      await migrateApart({ ...owners, PATH: process.env['PATH'], DATABASE_DIRECT_URL: database.url }),
    ).toBe(pooler.through(direct));
  });

  it.each([
    [
      'main.ts',
      () => ({ ...settings, DATABASE_DIRECT_URL: undefined }),
      'DATABASE_PROGRAM_URL leads through a pooler in transaction mode',
    ],
    [
      'main.ts',
      () => ({ ...settings, DATABASE_DIRECT_URL: pooler.through(direct) }),
      'DATABASE_DIRECT_URL leads through a pooler in transaction mode',
    ],
    [
      'main.ts',
      () => ({ ...settings, DATABASE_DIRECT_URL: database.url }),
      'The connection to the database is not that of the program',
    ],
    [
      'main.ts',
      () => ({ ...settings, DATABASE_DIRECT_URL: place.replace(/[^/]+$/, 'postgres') }),
      'DATABASE_DIRECT_URL leads to the database postgres of the system',
    ],
    [
      'migrate.ts',
      () => ({ MODE: 'sandbox', DATABASE_URL: pooler.through(database.url) }),
      'DATABASE_URL leads through a pooler in transaction mode',
    ],
    [
      'books.ts',
      () => ({ MODE: 'sandbox', DATABASE_URL: pooler.through(database.url) }),
      'DATABASE_URL leads through a pooler in transaction mode',
    ],
    [
      'admin.ts',
      () => ({ MODE: 'live', DATABASE_URL: pooler.through(database.url) }),
      'DATABASE_URL leads through a pooler in transaction mode',
    ],
  ])('%s refuses what would lose a session', async (file, given, words) => {
    const args = file === 'admin.ts' ? ['remove-demo'] : [];
    const { code, text } = await runProgram(file, given(), args, 120_000);
    expect(text).toContain(words);
    expect(code).toBe(1);
  });
});
