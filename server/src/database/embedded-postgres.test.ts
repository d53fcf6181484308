import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { problemOf } from '../app/problem-of.ts';
import { removeDataDir } from './embedded-postgres-files.ts';
import { memorySettings } from './embedded-postgres-memory.ts';

/*
 * Real processes are started and killed here. Another process that owns a database is `owner` below: it runs the
 * launcher itself and prints the address.
 */

let folder: string;
let said: string[];
const running = new Set<{ stop: () => Promise<unknown> }>();

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-launcher-'));
  fs.chmodSync(folder, 0o755);
  said = [];
});

afterEach(async () => {
  for (const each of running) await each.stop();
  running.clear();
  fs.rmSync(folder, { recursive: true, force: true });
});

const log = (line: string): void => {
  said.push(line);
};

async function start(name = 'a', options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, name),
    durable: false,
    ownerTimeoutMs: 300,
    log,
    ...options,
  });
  running.add(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  running.delete(postgres);
  await postgres.stop();
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows.map(({ answer }) => answer);
  } finally {
    await client.end();
  }
}

const pidFile = (name = 'a') => path.join(folder, name, 'cluster/postmaster.pid');
const postmasterPid = (name = 'a') => Number.parseInt(fs.readFileSync(pidFile(name), 'utf8'), 10);

/** A process of its own that starts the database and holds it until it is killed. */
async function startOwner(env = process.env): Promise<{ owner: ChildProcess; url: string }> {
  const launcher = new URL('embedded-postgres.ts', import.meta.url).href;
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)});
    const dataDir = ${JSON.stringify(path.join(folder, 'a'))};
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined });
    console.log(postgres.url);
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  running.add({ stop: () => kill(owner) });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  return { owner, url: line.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded PostgreSQL', () => {
  it('keeps what is committed between two starts', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    await stop(first);
    const second = await start();
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([7]);
  });

  it('listens on loopback only, with a password', async () => {
    const { url } = await start();
    expect(await ask(url, "SELECT current_setting('listen_addresses') AS answer")).toEqual(['127.0.0.1']);
    expect(await ask(url, "SELECT current_setting('unix_socket_directories') AS answer")).toEqual(['']);
    const withoutPassword = new URL(url);
    withoutPassword.password = 'wrong';
    await expect(ask(withoutPassword.href, 'SELECT 1 AS answer')).rejects.toThrow(/password/);
    expect(fs.statSync(path.join(folder, 'a/password')).mode & 0o777).toBe(0o600);
  });

  it('is durable when asked, sorts the same everywhere, and takes settings', async () => {
    const { url } = await start('a', { durable: true, settings: { max_connections: '17' } });
    const settings = await ask(
      url,
      `SELECT setting AS answer FROM pg_settings WHERE name IN
       ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections') ORDER BY name`,
    );
    expect(settings).toEqual(['on', 'on', '17', 'on']);
    const locale = "SELECT datlocale AS answer FROM pg_database WHERE datname = 'postgres'";
    expect(await ask(url, locale)).toEqual(['C.UTF-8']);
  });

  it('takes memory by the machine when it is durable', async () => {
    const { url } = await start('a', { durable: true });
    const bytesOf = (size: string) => ask(url, `SELECT pg_size_bytes(${size}) AS answer`);
    const wanted = await bytesOf(`'${memorySettings()['shared_buffers']}'`);
    expect(await bytesOf("current_setting('shared_buffers')")).toEqual(wanted);
  });

  it('keeps no value of a row or a statement in its log', async () => {
    const { url } = await start();
    await ask(url, 'CREATE TABLE users (email text UNIQUE, note jsonb)');
    const client = new Client(url);
    await client.connect();
    try {
      const add = (note: string) =>
        client.query('INSERT INTO users VALUES ($1, $2)', ['ada@example.com', note]);
      await add('{}');
      await expect(add('{}')).rejects.toMatchObject({ detail: expect.stringContaining('ada@example.com') });
      await expect(add('{"name": ada}')).rejects.toThrow(/json/);
      await expect(client.query("INSERT INTO users VALUES ('ada@example.com')")).rejects.toThrow(/duplicate/);
    } finally {
      await client.end();
    }
    const written = () => fs.readFileSync(path.join(folder, 'a/postgres.log'), 'utf8');
    await expect.poll(written).toMatch(/duplicate key[^]*json[^]*duplicate key/);
    expect(written()).not.toMatch(/ada/i);
  });

  it('runs two data directories side by side', async () => {
    const [a, b] = await Promise.all([start('a'), start('b')]);
    await ask(a.url, 'CREATE TABLE only_in_a AS SELECT 1 AS answer');
    expect(await ask(b.url, "SELECT to_regclass('only_in_a') AS answer")).toEqual([null]);
  });

  it('comes back on the same address when its postmaster is killed', async () => {
    const { url } = await start('a', { durable: true });
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => ask(url, 'SELECT answer FROM kept').catch(String), { timeout: 20_000 })
      .toEqual([7]);
    expect(postmasterPid()).not.toBe(killed);
    expect(said.join('\n')).toContain('SIGKILL');
  });

  it('refuses a data directory that a living process uses', async () => {
    const { owner, url } = await startOwner();
    const refused: unknown = await start().catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining(`in use by process ${owner.pid}`) });
    // Whoever started it a second time reads the sentence alone.
    expect(problemOf(refused)).toMatch(/ is in use by process \d+\. Stop it, or set another DATA_DIR\.$/);
    expect(await ask(url, 'SELECT 1 AS answer')).toEqual([1]);
  });

  it('is found by another process while its owner lives', async () => {
    const dataDir = path.join(folder, 'a');
    expect(findRunningPostgres(dataDir)).toBeUndefined();
    const { owner, url } = await startOwner();
    expect(findRunningPostgres(dataDir)?.('postgres')).toBe(url);
    await kill(owner);
    expect(findRunningPostgres(dataDir)).toBeUndefined();
  });

  it('ends by itself when its owner is killed, and starts again at once', async () => {
    const { owner, url } = await startOwner();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    await kill(owner);
    const again = await start();
    expect(await ask(again.url, 'SELECT answer FROM kept')).toEqual([7]);
  });

  it('takes over a postmaster that outlived its owner, where no signal tells it', async () => {
    await stop(await start());
    // Without setpriv on the path this machine is like one that has none.
    const { owner, url } = await startOwner({ ...process.env, PATH: '/nonexistent' });
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    const orphan = postmasterPid();
    await kill(owner);
    expect(await ask(url, 'SELECT answer FROM kept')).toEqual([7]);
    const again = await start();
    expect(await ask(again.url, 'SELECT answer FROM kept')).toEqual([7]);
    expect(postmasterPid()).not.toBe(orphan);
    expect(said).toContain('Taking over the database of a process that was killed');
  });

  it('starts when owner and postmaster were killed together', async () => {
    const { owner, url } = await startOwner();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    process.kill(postmasterPid(), 'SIGKILL');
    await kill(owner);
    const again = await start();
    expect(await ask(again.url, 'SELECT answer FROM kept')).toEqual([7]);
  });

  it('believes no pid file whose number belongs to another program', async () => {
    await stop(await start());
    fs.writeFileSync(pidFile(), `${process.pid}\n${path.dirname(pidFile())}\n0\n1\n\n127.0.0.1\n\nready\n`);
    const again = await start();
    expect(await ask(again.url, 'SELECT 1 AS answer')).toEqual([1]);
  });

  it.runIf(process.getuid?.() === 0)('works for root under a folder that nobody else enters', async () => {
    fs.chmodSync(folder, 0o700);
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS answer');
    await stop(first);
    const place = fs.readFileSync(path.join(folder, 'a/location'), 'utf8').trim();
    expect(path.dirname(place)).toBe(fs.realpathSync(os.tmpdir()));
    const second = await start();
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([7]);
    await stop(second);
    removeDataDir(path.join(folder, 'a'));
    expect(fs.existsSync(place)).toBe(false);
  });

  it('makes the cluster anew when a crash left half of one', async () => {
    fs.mkdirSync(path.join(folder, 'a/cluster.new/base'), { recursive: true });
    const { url } = await start();
    expect(await ask(url, 'SELECT 1 AS answer')).toEqual([1]);
  });
});
