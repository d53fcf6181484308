/** The product as processes of its own, to be killed: the sandbox and the server with its embedded, durable PostgreSQL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findRunningPostgres } from '../src/database/embedded-postgres.ts';
import { removeDataDir } from '../src/database/embedded-postgres-files.ts';
import { findFreePort } from '../src/database/free-port.ts';

const root = path.join(import.meta.dirname, '../..');

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Processes {
  readonly url: string;
  readonly sandboxUrl: string;
  /** Kills the server as a power cut would, and starts it again. The database ends with it. */
  killServer(): Promise<void>;
  /** Kills PostgreSQL's postmaster; the server starts it anew by itself. */
  killDatabase(): Promise<void>;
  /** Logs in as the superuser of the server's database. */
  databaseUrl(): string;
  stop(): Promise<void>;
}

function run(file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', path.join(root, file)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before ${url} answered`);
    const isThere = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isThere) return;
    await delay(50);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    );
    return Number(found.rows[0]?.pid);
  } finally {
    await client.end();
  }
}

/** `env` are settings of the server; `timings` those of the sandbox. */
export async function startProcesses(
  env: Record<string, string>,
  timings: Record<string, number>,
): Promise<Processes> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-kill-'));
  // For root the database runs as another user, who has to get there.
  chmodSync(folder, 0o755);
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const hooks = Object.fromEntries(
    ['squad', 'glad', 'alaro'].map((name) => [`${name.toUpperCase()}_WEBHOOK_URL`, `${url}/hooks/${name}`]),
  );
  const sandbox = run('sandbox/src/main.ts', {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_JOURNAL: path.join(folder, 'sandbox'),
    SANDBOX_PARENT_PID: String(process.pid),
    ...hooks,
  });
  await untilAnswers(`${sandboxUrl}/control/faces`, sandbox);
  await fetch(`${sandboxUrl}/control/timings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(timings),
  });

  const settings = {
    // Vitest has a MODE of its own.
    MODE: 'sandbox',
    JARA_PARENT_PID: String(process.pid),
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    ...env,
  };
  const startServer = async (): Promise<ChildProcess> => {
    const child = run('server/src/main.ts', settings);
    await untilAnswers(`${url}/readyz`, child);
    return child;
  };
  let server = await startServer();
  const dataDir = path.join(folder, 'postgres');
  const databaseUrl = (): string => {
    const addresses = findRunningPostgres(dataDir);
    if (addresses === undefined) throw new Error('the database is not running');
    return addresses('jara');
  };

  return {
    url,
    sandboxUrl,
    databaseUrl,
    async killServer() {
      await end(server, 'SIGKILL');
      server = await startServer();
    },
    async killDatabase() {
      const killed = await postmasterOf(databaseUrl());
      process.kill(killed, 'SIGKILL');
      const running = async (): Promise<number> => postmasterOf(databaseUrl());
      while ((await running().catch(() => killed)) === killed) await delay(20);
      await untilAnswers(`${url}/readyz`, server);
    },
    async stop() {
      await end(server, 'SIGTERM');
      await end(sandbox, 'SIGTERM');
      removeDataDir(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
