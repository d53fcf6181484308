import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_TIMEOUT_MS = 120_000;
const root = path.join(import.meta.dirname, '..');
const logFile = path.join(root, '.test/e2e-product.log');

/**
 * Starts the product as `npm start` does, on free ports and with an empty data directory, and leaves its addresses in
 * JARA_URL and JARA_SANDBOX_URL. Gives the function that ends it.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const [port, sandboxPort] = await findFreePorts();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-e2e-'));
  // For root the database runs as another user, who has to get there.
  fs.chmodSync(dataDir, 0o755);
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  const log = fs.openSync(logFile, 'w');
  const product = spawn(process.execPath, [path.join(root, 'tools/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      JARA_PARENT_PID: String(process.pid),
    },
    stdio: ['ignore', log, log],
  });
  const stop = async () => {
    await end(product);
    fs.rmSync(dataDir, { recursive: true, force: true });
  };

  const url = `http://127.0.0.1:${port}`;
  process.env['JARA_URL'] = url;
  process.env['JARA_SANDBOX_URL'] = `http://127.0.0.1:${sandboxPort}`;
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (product.exitCode !== null || Date.now() > deadlineMs) {
      await stop();
      throw new Error(`The product did not start:\n${fs.readFileSync(logFile, 'utf8')}`);
    }
    await sleep(100);
  }
  return stop;
}

async function findFreePorts(): Promise<number[]> {
  const servers = [net.createServer(), net.createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') ports.push(address.port);
  }
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  product.kill('SIGTERM');
  await once(product, 'exit');
}
