/** The product as processes of its own, to be lost: the sandbox and the server with its embedded, durable PostgreSQL. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findRunningPostgres } from '../../src/database/embedded-postgres.ts';
import { removeDataDir } from '../../src/database/embedded-postgres-files.ts';
import { findFreePort } from '../../src/database/free-port.ts';
import { endProcess, spawnSource, startSandboxProcess, untilAnswers } from '../spawned.ts';

export interface Processes {
  readonly url: string;
  readonly sandboxUrl: string;
  /** As a power cut would. The database ends with it. */
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  /** Where all is: of the server, and of the sandbox. */
  readonly folder: string;
  /** Logs in as the superuser of the server's database. */
  databaseUrl(): string;
  stop(): Promise<void>;
}

/** `env` are settings of the server, which may lead into the folder; `timings` those of the sandbox. */
export async function startProcesses(
  env: (folder: string) => Record<string, string>,
  timings: Record<string, number>,
): Promise<Processes> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-rehearsal-'));
  // For root the database runs as another user, who has to get there.
  chmodSync(folder, 0o755);
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const receivers = ['squad', 'glad', 'alaro', 'paymentpoint'];
  const sandbox = await startSandboxProcess({ port: sandboxPort, folder, hooks: url, receivers });
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
    ...env(folder),
  };
  const startServer = async (): Promise<ChildProcess> => {
    const child = spawnSource('server/src/main.ts', settings);
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
    folder,
    killServer: () => endProcess(server, 'SIGKILL'),
    async startServer() {
      server = await startServer();
    },
    async stop() {
      await endProcess(server, 'SIGTERM');
      await endProcess(sandbox, 'SIGTERM');
      removeDataDir(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
