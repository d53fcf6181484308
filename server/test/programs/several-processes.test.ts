/** Several processes that serve at one port: people meet whichever, and notice nothing when one of them ends. */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/src/environment/environment.ts';
import { compareJournal } from '../../simulation/journal-oracle.ts';
import { migrateApart } from '../../src/app/migrate-apart.ts';
import { findFreePort } from '../../src/database/free-port.ts';
import { openPool, type Pool } from '../../src/platform/db.ts';
import { expectBooksToBalance } from '../books.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { silent } from '../pool.ts';
import { clientOf } from './client-of.ts';
import { runProgram, startServer, type ServerProgram, type Settings } from './run-program.ts';

// Programs are started, and the machine may have more to do.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const HOOKS = 10;
const hasProc = fs.existsSync('/proc/self/task');

let database: TestDatabase;
let owner: Pool;
let sandbox: Sandbox;
let settings: Settings;
let server: ServerProgram;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await startSandbox({ journal: 'memory', timings: { processingMs: 300, slowMs: 200 } });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const both = { MODE: 'sandbox', PATH: process.env['PATH'] };
  settings = {
    ...both,
    PROCESSES: '2',
    PORT: String(port),
    DATABASE_CONNECTIONS: '6',
    DATABASE_PROGRAM_URL: await migrateApart({ ...both, DATABASE_URL: database.url }),
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '2',
    HOOKS_PER_MINUTE: String(HOOKS),
  };
  server = await startServer(settings);
  owner = openPool({ url: database.url, size: 2, role: null, log: silent });
});
afterAll(async () => {
  await server.stop();
  await sandbox.close();
  await owner.close();
  await database.drop();
});

const { send, logIn } = clientOf(() => url);

/** The status, or null where the connection broke before an answer. */
function buy(token: string, key: string, phone: string): Promise<number | null> {
  return send('/api/v1/buy/airtime', {
    method: 'POST',
    headers: { 'x-auth-token': token, 'idempotency-key': key },
    body: JSON.stringify({ network: 1, mobile_number: phone, amount: 100 }),
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => null,
  );
}

async function buyUntilAnswered(token: string, key: string, phone: string): Promise<number> {
  for (;;) {
    const status = await buy(token, key, phone);
    if (status !== null && status < 500) return status;
    await sleep(200);
  }
}

const phones = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => `080${String(from + index).padStart(4, '0')}5555`);

/** By the number of the process: how many purchases it has answered. */
async function purchasesByProcess(): Promise<Record<string, number>> {
  const text = await (await send('/metrics')).text();
  const line = /^http_request_duration_seconds_count\{(.*buy\/airtime.*)\} (\d+)$/gm;
  const counts: Record<string, number> = {};
  for (const [, labels = '', count] of text.matchAll(line)) {
    const number = /process="(\d+)"/.exec(labels)?.[1] ?? 'none';
    counts[number] = (counts[number] ?? 0) + Number(count);
  }
  return counts;
}

const processesOf = (pid: number): number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).map(Number);

const bought = (from: string, to: string) =>
  owner.rows<{ status: string; times: bigint }>(
    `select status, count(*) as times from transactions where type = 'airtime' and recipient between $1 and $2 group by status`,
    [from, to],
  );

describe('two processes at one port', () => {
  it('say at the start that they serve, once', () => {
    expect(server.said().match(/is ready at .*, by 2 processes\n/g)).toHaveLength(1);
  });

  it('sell both, and /metrics of whichever is asked tells them apart', async () => {
    const token = await logIn('smart');
    const statuses = await Promise.all(
      phones(20, 0).map((phone, index) => buyUntilAnswered(token, `both-${index}`, phone)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const counts = await purchasesByProcess();
    expect(Object.keys(counts).toSorted()).toEqual(['1', '2']);
    expect(Number(counts['1']) + Number(counts['2'])).toBe(20);
    const text = await (await send('/metrics')).text();
    expect(text.match(/^jara_queue_length\{queue="purchases"\} /gm)).toHaveLength(1);
    expect(text.match(/^process_start_time_seconds\{process="[12]"\} /gm)).toHaveLength(2);
    expect(text.match(/^# TYPE process_start_time_seconds /gm)).toHaveLength(1);
  });

  it('know of a logout, whichever was asked for it, and tell of a purchase whichever made it', async () => {
    const token = await logIn('reseller');
    const headers = { 'x-auth-token': token };
    const streams = await Promise.all([1, 2].map(() => send('/events', { headers })));
    const isNotified = streams.map(async ({ body }) => {
      let text = '';
      for await (const piece of body ?? []) {
        text += Buffer.from(piece).toString();
        if (text.includes('event: transaction')) return true;
      }
      return false; // it ended, as its session has
    });
    await buyUntilAnswered(token, 'told', '08099995555');
    expect(await Promise.all(isNotified)).toEqual([true, true]);
    // Both remember the session by now.
    for (let turn = 0; turn < 4; turn += 1)
      expect((await send('/api/v1/auth', { headers })).status).toBe(200);
    await send('/api/v1/auth/logout', { method: 'POST', headers, body: '{}' });
    const statuses = async () =>
      Promise.all([1, 2, 3, 4].map(async () => (await send('/api/v1/auth', { headers })).status));
    await expect.poll(statuses, { timeout: 5_000 }).toEqual([401, 401, 401, 401]);
  });

  it('count requests in a minute together', async () => {
    const hook = async () => (await send('/hooks/squad', { method: 'POST', body: '{}' })).status;
    for (let sent = 0; sent < HOOKS; sent += 1) expect(await hook()).not.toBe(429);
    // Counted apart there would be room for more in each; not tried again and again, which would fill both.
    await sleep(2_000);
    expect(await Promise.all([hook(), hook(), hook(), hook()])).toEqual([429, 429, 429, 429]);
  });

  it.runIf(hasProc)('lose no sale when one is killed, sell none twice, and are two again', async () => {
    const token = await logIn('partner');
    const before = processesOf(server.pid);
    expect(before).toHaveLength(2);
    const all = phones(60, 1_000);
    const buying = all.map((phone, index) =>
      sleep(index * 20).then(() => buyUntilAnswered(token, `killed-${index}`, phone)),
    );
    await sleep(500);
    process.kill(before[0] ?? 0, 'SIGKILL');
    for (const status of await Promise.all(buying)) expect([200, 202]).toContain(status);
    // What its commit had opened is asked about, by whichever process runs the jobs by then.
    const [first = '', last = ''] = [all[0], all.at(-1)];
    await expect
      .poll(() => bought(first, last), { timeout: 120_000, interval: 500 })
      .toEqual([{ status: 'success', times: 60n }]);
    expect((await compareJournal(owner, sandbox.journal())).differences).toEqual([]);
    await expect.poll(() => processesOf(server.pid).length, { timeout: 60_000 }).toBe(2);
    expect(processesOf(server.pid)).not.toContain(before[0]);
    expect(server.said()).toContain('a process ended; another takes its place');
    await expectBooksToBalance(owner);
  });

  it('are refused in words where the port is not theirs, and none is left', async () => {
    const { code, text } = await runProgram('main.ts', settings, [], 120_000);
    expect(text).toContain('Not every process began to serve, so none does.');
    expect(code).toBe(1);
  });

  it('end together, when they are told to', async () => {
    const ofBefore = hasProc ? processesOf(server.pid) : [];
    await server.stop();
    await expect(send('/healthz')).rejects.toThrow('fetch failed');
    for (const pid of ofBefore) expect(fs.existsSync(`/proc/${pid}`)).toBe(false);
  });
});
