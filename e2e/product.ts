import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../server/src/database/free-port.ts';

const READY_TIMEOUT_MS = 120_000;
const root = path.join(import.meta.dirname, '..');

/** Where one copy of the product lives: its ports, its data directory, and the file with all that it prints. */
export interface Home {
  port: number;
  sandboxPort: number;
  dataDir: string;
  logFile: string;
  /** Settings that differ from the defaults, by their names in the environment. */
  settings: Record<string, string>;
}

export interface Product {
  url: string;
  sandboxUrl: string;
  start: ChildProcess;
  /** As Ctrl-C does. */
  stop: () => Promise<void>;
}

export async function makeHome(name: string, settings: Record<string, string> = {}): Promise<Home> {
  const [port, sandboxPort] = await Promise.all([findFreePort(), findFreePort()]);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `jara-${name}-`));
  // For root the database runs as another user, who has to get there.
  fs.chmodSync(dataDir, 0o755);
  const logFile = path.join(root, `.test/${name}.log`);
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  return { port, sandboxPort, dataDir, logFile, settings };
}

export const removeHome = ({ dataDir }: Home): void => fs.rmSync(dataDir, { recursive: true, force: true });

/** What `npm start` runs, or with `--watch` `npm run dev`, in a process of its own that ends with this one. */
export function runStart(
  { port, sandboxPort, dataDir, logFile, settings }: Home,
  flags: readonly string[] = [],
): ChildProcess {
  const log = fs.openSync(logFile, 'a');
  const start = spawn(process.execPath, [path.join(root, 'tools/start.mjs'), ...flags], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      JARA_PARENT_PID: String(process.pid),
    },
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  return start;
}

/** Resolves when the product serves. */
export async function startProduct(home: Home, flags: readonly string[] = []): Promise<Product> {
  const start = runStart(home, flags);
  const url = `http://127.0.0.1:${home.port}`;
  const stop = async () => {
    start.kill('SIGTERM');
    await exitOf(start);
  };
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  while (!(await answers(`${url}/readyz`))) {
    if (start.exitCode !== null || Date.now() > deadlineMs) {
      await stop();
      throw new Error(`The product did not start:\n${fs.readFileSync(home.logFile, 'utf8')}`);
    }
    await sleep(100);
  }
  return { url, sandboxUrl: `http://127.0.0.1:${home.sandboxPort}`, start, stop };
}

/** Of a fixture: a product of its own, which the helpers ask as well for as long as it is used. */
export async function useProductOf(
  home: Home,
  everybodysUrl: string | undefined,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const product = await startProduct(home);
  const { JARA_SANDBOX_URL } = process.env;
  Object.assign(process.env, { JARA_URL: product.url, JARA_SANDBOX_URL: product.sandboxUrl });
  await use(product.url);
  Object.assign(process.env, { JARA_URL: everybodysUrl, JARA_SANDBOX_URL });
  await product.stop();
}

/** The exit code, or the signal that ended it. */
export async function exitOf(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
