import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silent } from '../../test/pool.ts';
import { runSql } from '../../test/run-sql.ts';
import { openServers } from '../../test/outside/postgres-servers.ts';
import { readConfig } from '../config/config.ts';
import { createBooksAudit } from '../ledger/books-audit.ts';
import { openPool, type Pool } from '../platform/db.ts';
import { seed } from '../seed/seed.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { openProgramLogin } from './program-login.ts';
import { openReplica, type ReplicaOptions } from './replica.ts';
import { withClient } from './with-client.ts';

const DATABASE = 'jara';
const servers = openServers();

let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let owner: Pool;
let programUrl: string;

beforeAll(async () => {
  primary = await servers.start('primary');
  await runSql(primary.url, `create database ${DATABASE}`);
  const url = primary.adminUrl(DATABASE);
  await migrate(url, { mode: 'sandbox' });
  await seed(url, silent, readConfig({}).identity.hashKey);
  programUrl = await openProgramLogin(url, readConfig({}).secretsKey);
  owner = openPool({ url, size: 1, role: null, log: silent });
  standby = await servers.startStandbyOf(primary, 'standby');
}, 180_000);

const toClose: (() => Promise<void>)[] = [];
afterEach(() => closeAll());
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await owner.close();
  await servers.remove();
});

function openPrimary(): Pool {
  const pool = openPool({ url: primary.adminUrl(DATABASE), size: 3, role: 'jara_app', log: silent });
  toClose.push(() => pool.close());
  return pool;
}

async function open(url: string, options: Partial<ReplicaOptions> = {}) {
  const replica = await openReplica({
    url,
    role: 'jara_app',
    primary: openPrimary(),
    log: silent,
    ...options,
  });
  toClose.push(() => replica.close());
  return replica;
}

const standbyUrl = () => standby.adminUrl(DATABASE);
/** As the program, which is who reads there. */
const readerUrl = (): string => {
  const [url, { username, password }] = [new URL(standbyUrl()), new URL(programUrl)];
  return Object.assign(url, { username, password }).href;
};

/** Another database of the standby, as the program. */
const at = (database: string): string =>
  Object.assign(new URL(readerUrl()), { pathname: `/${database}` }).href;
const nobody = (user: string): string => `postgresql://${user}@127.0.0.1:1/${DATABASE}`;

const readsOf = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ reads: number }>(
      `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables where relname = 'entries'`,
    );
    return rows[0]?.reads ?? 0;
  });

interface Audited {
  /** The sentences of the alarm. */
  broken: string;
  warnings: string;
  readsBefore: number;
}

/** A session says what it read when it ends. */
async function closeAll(): Promise<void> {
  for (const close of toClose.splice(0).toReversed()) await close();
  await vi.waitFor(async () => {
    const sessions = await owner.get(
      `select count(*) from pg_stat_activity where application_name = 'jara' and pid <> pg_backend_pid()`,
    );
    expect(sessions).toEqual({ count: 0n });
  }, 30_000);
}

/** Goes on to the end with an audit that was begun on a Sunday, or on the last day that is none: less than 48 hours ago. */
async function audit(options: Partial<ReplicaOptions> = {}, { sunday = false } = {}): Promise<Audited> {
  await owner.run('delete from books_audits');
  await createBooksAudit(openPrimary(), silent, async () => undefined, { turnMs: 1 }).renewWhenDue();
  await owner.run(
    `update books_audit_runs set began_at = lagos_midnight(now()) + interval '12 hours' + interval '1 day' * case
       when $1 then 7 - extract(isodow from lagos_day(now()))::int when extract(isodow from lagos_day(now())) = 7 then -1 else 0 end`,
    [sunday],
  );
  await closeAll();
  const readsBefore = await readsOf(primary.adminUrl(DATABASE));

  const warnings: string[] = [];
  const broken: string[] = [];
  const log = pino({ level: 'warn' }, { write: (said: string) => void warnings.push(said) });
  const alarm = async (sentences: string[]) => void broken.push(...sentences);
  const pool = openPrimary();
  const replica = await open(readerUrl(), { primary: pool, log, ...options });
  const pace = { sliceMs: 30_000, rows: 20 };
  const books = createBooksAudit(pool, log, alarm, { replica, turnMs: 100, pace });
  while (await books.renewWhenDue());
  expect(await books.wholeAt()).not.toBeNull();
  await closeAll();
  return { broken: broken.join('\n'), warnings: warnings.join('\n'), readsBefore };
}

const primaryWasRead = ({ readsBefore }: Audited): Promise<unknown> =>
  vi.waitFor(
    async () => expect(await readsOf(primary.adminUrl(DATABASE))).toBeGreaterThan(readsBefore),
    30_000,
  );

/** While the wallet of a demo user holds a kobo more than its entries say. */
async function whileSpoilt<Result>(work: () => Promise<Result>): Promise<Result> {
  const raise = (by: number) =>
    owner.run(
      `update accounts set balance = balance + ${by} where id = (select min(id) from accounts where kind = 'wallet')`,
    );
  await raise(1);
  try {
    return await work();
  } finally {
    await raise(-1);
  }
}

const ofRaised = 'R2 Every balance of a user account is the sum of its entries';
const UNREADABLE = 'the replica of the database cannot be read';

describe('the nightly audit of the books', () => {
  it('reads a replica where there is one, and not the primary', async () => {
    const before = await readsOf(standbyUrl());
    const audited = await audit();
    expect(audited).toMatchObject({ broken: '', warnings: '' });
    await vi.waitFor(async () => expect(await readsOf(standbyUrl())).toBeGreaterThan(before), 30_000);
    expect(await readsOf(primary.adminUrl(DATABASE))).toBe(audited.readsBefore);
  });

  it('reads the primary on a Sunday', async () => {
    const audited = await audit({}, { sunday: true });
    expect(audited).toMatchObject({ broken: '', warnings: '' });
    await primaryWasRead(audited);
  });

  it('finds there what is wrong with the primary, which is asked again', async () => {
    const audited = await whileSpoilt(() => audit());
    expect(audited.broken).toContain(ofRaised);
    expect(audited.warnings).toContain('the replica shows what breaks the rules');
    await primaryWasRead(audited);
  });

  it.each([
    ['lags', { patienceMs: 200 }, 'it is more than 200 ms behind'],
    ['has another clock', { clockOffMs: -60_000 }, 'off the primary'],
  ])('reads the primary where the replica %s', async (_what, options, words) => {
    // What a replica without it cannot show.
    await runSql(standbyUrl(), 'select pg_wal_replay_pause()');
    try {
      const audited = await whileSpoilt(() => audit(options));
      expect(audited.broken).toContain(ofRaised);
      expect(audited.warnings).toContain(UNREADABLE);
      expect(audited.warnings).toContain(words);
    } finally {
      await runSql(standbyUrl(), 'select pg_wal_replay_resume()');
    }
  });

  it('asks it again after a while', async () => {
    await runSql(standbyUrl(), 'select pg_wal_replay_pause()');
    const replica = await open(readerUrl(), { patienceMs: 1, awayMs: 1_000 });
    const never = () =>
      replica.read(
        async () => false,
        async () => undefined,
      );
    const now = () =>
      replica.read(
        async () => true,
        async () => undefined,
      );
    expect([await never(), await now()]).toEqual([false, false]);
    await runSql(standbyUrl(), 'select pg_wal_replay_resume()');
    await vi.waitFor(async () => expect(await now()).toBe(true), 30_000);
  });
});

describe('a start', () => {
  it.each([
    ['the primary itself', () => primary.adminUrl(DATABASE), 'leads to a database that is no standby'],
    ['the standby as the owner of the books', standbyUrl, 'logs in as postgres, who owns the books'],
    ['the owner where nobody answers', () => nobody('postgres'), 'logs in as postgres, who owns the books'],
    [
      'the owner in the query',
      () => `${nobody('reader')}?user=postgres&password=`,
      'logs in as postgres, who owns the books',
    ],
    ['another database of the standby', () => at('postgres'), 'leads to the database postgres'],
    ['no database of the standby', () => at('nothing'), 'database "nothing" does not exist'],
  ])('is refused in words with %s', async (_what, url, words) => {
    await expect(open(url())).rejects.toThrow(words);
  });

  it('is refused in words with the owner of whom PGUSER tells', async () => {
    vi.stubEnv('PGUSER', 'postgres');
    await expect(open(nobody('').replace('@', ''))).rejects.toThrow(
      'logs in as postgres, who owns the books',
    );
  });

  it('is refused in words where a pooler logs in as the owner', async () => {
    const { port, password } = new URL(standbyUrl());
    const pooler = createServer((socket) => {
      const onwards = connect(Number(port), '127.0.0.1').on('error', () => socket.destroy());
      socket.on('error', () => onwards.destroy());
      socket.once('data', (hello) => {
        onwards.write(Buffer.from(hello.toString('latin1').replace('somebody', 'postgres'), 'latin1'));
        socket.pipe(onwards).pipe(socket);
      });
    });
    pooler.listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const { port: through } = pooler.address() as AddressInfo; // it listens on TCP
    const pooled = `postgresql://somebody:${password}@127.0.0.1:${through}/${DATABASE}`;
    await expect(open(pooled)).rejects.toThrow('logs in as postgres, who owns the books');
    pooler.close();
  });

  it('goes by an address without a host, whose password is never said', async () => {
    const said: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    await open(`postgresql://reader:secret@/${DATABASE}?host=/nowhere`, { log });
    expect(said.join()).toContain(UNREADABLE);
    expect(said.join()).not.toContain('secret');
  });

  it.each([
    ['does not answer', () => nobody('reader')],
    ['does not know its password yet', () => Object.assign(new URL(readerUrl()), { password: 'new' }).href],
  ])('goes on with one that %s: it may come back', async (_what, url) => {
    const replica = await open(url());
    const read = replica.read(
      async () => true,
      async () => undefined,
    );
    expect(await read).toBe(false);
  });

  it('is refused in words with the standby of another system', async () => {
    const other = await servers.start('other');
    await runSql(other.url, `create database ${DATABASE}`);
    await runSql(other.url, 'create role jara_app');
    await other.stop();
    servers.writeInto('other', 'standby.signal', '');
    const alone = await servers.start('other');
    await expect(open(alone.adminUrl(DATABASE))).rejects.toThrow('leads to a standby of another database');
  }, 60_000);
});

describe('a replica that goes its own way', () => {
  it('does not count from then on, also for what is being read', async () => {
    const replica = await open(readerUrl(), { awayMs: 0 });
    const read = (work: () => Promise<unknown>) =>
      replica.read(
        async () => true,
        async () => void (await work()),
      );
    expect(await read(async () => undefined)).toBe(true);
    const promote = () => runSql(standbyUrl(), 'select pg_promote()');
    expect(await read(promote)).toBe(false);
    expect(await read(async () => undefined)).toBe(false);
    await expect(open(standbyUrl())).rejects.toThrow('leads to a database that is no standby');
  }, 90_000);

  it('and one that is gone, leave the primary to be read', async () => {
    await standby.stop();
    const audited = await whileSpoilt(() => audit());
    expect(audited.broken).toContain(ofRaised);
    expect(audited.warnings).toContain(UNREADABLE);
  });
});
