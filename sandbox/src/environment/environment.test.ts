import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fillDisk } from '../../test/full-disk.ts';
import {
  buyAirtime,
  buyData,
  cutOff,
  post,
  readJournal,
  supplierGet,
  temporaryDirectory,
  webhookSink,
} from '../../test/sandbox.ts';
import { startSandbox } from './environment.ts';
import type { Sandbox, SandboxOptions } from './environment.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Starts the program and waits for its line. */
async function startProgram(
  directory: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_JOURNAL: directory, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const url = /http:\/\/\S+/.exec(line.toString('utf8'))?.[0];
  if (url === undefined) throw new Error(`No address in: ${line.toString('utf8')}`);
  return { child, url };
}

async function start(directory: string, options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ journal: { directory }, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** As if the environment had been down for as long as its orders had to wait. */
function letTheirTimePass(directory: string): void {
  const path = join(directory, 'journal.jsonl');
  const lines = readFileSync(path, 'utf8');
  writeFileSync(path, lines.replaceAll(/"dueAt":\d+/g, `"dueAt":${Date.now()}`));
}

describe('the program', () => {
  it('has every delivery that it answered, after kill -9 in the middle of many', async () => {
    const directory = temporaryDirectory();
    const { child, url } = await startProgram(directory);
    const answered: string[] = [];
    const buyers = Array.from({ length: 16 }, async (_, buyer) => {
      for (let turn = 0; ; turn += 1) {
        const ident = `order-${buyer}-${turn}`;
        const { body } = await buyAirtime(url, 'glad', '08031239999', { ident });
        if (body['Status'] === 'successful') answered.push(ident);
        if (answered.length >= 200) child.kill('SIGKILL');
      }
    });
    await Promise.allSettled(buyers);
    expect(answered.length).toBeGreaterThanOrEqual(200);

    const { deliveries } = (await start(directory)).journal();
    const delivered = new Set(deliveries.map(({ reference }) => reference));
    expect(answered.filter((ident) => !delivered.has(ident))).toEqual([]);
    expect(delivered.size).toBe(deliveries.length);
  });

  it('has the delivery of a connection that it dropped', async () => {
    const directory = temporaryDirectory();
    const { child, url } = await startProgram(directory);
    await expect(buyData(url, 'alaro', '08031230004')).rejects.toThrow('fetch failed');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await start(directory)).journal().deliveries).toMatchObject([{ recipient: '08031230004' }]);
  });

  it.each([
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
    ['a parent that hangs up', (child: ChildProcess) => child.disconnect()],
  ])('ends cleanly on %s, whoever is connected', async (_what, end) => {
    const { child, url } = await startProgram(temporaryDirectory());
    const held = cutOff(buyData(url, 'glad', '08031230005'));
    await readJournal(url);
    end(child);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await held).toMatchObject({ message: 'fetch failed' });
  });

  it('ends when the process that it serves is gone', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { child } = await startProgram(temporaryDirectory(), { SANDBOX_PARENT_PID: String(parent.pid) });
    parent.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('a restart', () => {
  it('keeps what was delivered, floats, switches, ids and payments', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    const { body: order } = await buyData(first.url, 'glad', '08031239999');
    await post(`${first.url}/control/faces/alaro`, { failPercent: 100, float: 5_000 });
    const link = {
      email: 'a@b.ng',
      amount: 20_000,
      currency: 'NGN',
      initiate_type: 'inline',
      transaction_ref: 'r',
    };
    await post(`${first.url}/squad/transaction/initiate`, link, { authorization: 'Bearer sandbox_sk_jara' });
    await post(`${first.url}/control/pay`, { reference: 'r' });
    const before = first.journal();
    await first.close();

    const second = await start(directory);
    expect(second.journal()).toEqual(before);
    expect((await supplierGet(second.url, 'glad', `/api/data/${Number(order['id'])}`)).body).toEqual(order);
    expect((await supplierGet(second.url, 'alaro', '/api/user/')).body['wallet_balance']).toBe('5000.0');
    expect((await buyData(second.url, 'alaro', '08031239999')).status).toBe(400);
    expect(Number((await buyData(second.url, 'glad', '08031239999')).body['id'])).toBe(
      Number(order['id']) + 1,
    );
  });

  it('takes up what was under way', async () => {
    const directory = temporaryDirectory();
    const timings = { processingMs: 3_600_000, slowMs: 3_600_000, reversalMs: 3_600_000 };
    const first = await start(directory, { timings });
    const slow = cutOff(buyData(first.url, 'glad', '08031230008'));
    await buyData(first.url, 'glad', '08031230002');
    await buyData(first.url, 'glad', '08031230003');
    await buyData(first.url, 'alaro', '08031230011');
    await vi.waitFor(async () => {
      expect((await supplierGet(first.url, 'glad', '/api/data/')).body['count']).toBe(3);
    }, 5_000);
    await first.close();
    expect(await slow).toMatchObject({ message: 'fetch failed' });
    letTheirTimePass(directory);

    const sink = await webhookSink();
    const second = await start(directory, { webhookUrls: { alaro: sink.url } });
    await vi.waitFor(() => {
      const { deliveries } = second.journal();
      const states = deliveries.map(
        ({ recipient, reversedAt }) => `${recipient} ${reversedAt === undefined}`,
      );
      expect(new Set(states)).toEqual(new Set(['08031230002 true', '08031230008 true', '08031230011 false']));
    }, 10_000);
    const { body } = await supplierGet(second.url, 'glad', '/api/data/?ident=ref-08031230003');
    expect(body).toMatchObject({ results: [{ Status: 'failed' }] });
    await vi.waitFor(() => expect(sink.received).toHaveLength(1), 5_000);
  });

  it('goes on with webhooks that nobody heard, and sends no heard one again', async () => {
    const directory = temporaryDirectory();
    const deaf = await webhookSink([500, 500, 500, 500, 500, 500]);
    const timings = { reversalMs: 0, webhookRetryMs: 100 };
    const first = await start(directory, { webhookUrls: { glad: deaf.url }, timings });
    await buyData(first.url, 'glad', '08031230011');
    await vi.waitFor(() => expect(first.journal().webhooks[0]?.attempts).toHaveLength(1), 5_000);
    await first.close();

    const sink = await webhookSink();
    const second = await start(directory, { webhookUrls: { glad: sink.url }, timings });
    await vi.waitFor(
      () => expect(second.journal().webhooks[0]?.deliveredAt).toEqual(expect.any(String)),
      5_000,
    );
    await second.close();

    const third = await start(directory, { webhookUrls: { glad: sink.url }, timings });
    await buyData(third.url, 'glad', '08031230011');
    await vi.waitFor(
      () => expect(third.journal().webhooks[1]?.deliveredAt).toEqual(expect.any(String)),
      5_000,
    );
    expect(sink.received).toHaveLength(2);
  });

  it('sends again what was being sent at the end', async () => {
    const directory = temporaryDirectory();
    const silent = await webhookSink([]);
    const first = await start(directory, {
      webhookUrls: { glad: `${silent.url}/silent` },
      timings: { reversalMs: 0 },
    });
    await buyData(first.url, 'glad', '08031230011');
    await vi.waitFor(() => expect(silent.received).toHaveLength(1), 5_000);
    await first.close();
    const sink = await webhookSink();
    const second = await start(directory, { webhookUrls: { glad: sink.url } });
    await vi.waitFor(() => expect(second.journal().webhooks[0]?.attempts).toHaveLength(1), 5_000);
    expect(sink.received).toEqual([expect.objectContaining({ body: silent.received[0]?.body })]);
  });

  it('after a reset starts empty, with ids that go on', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    const { body: old } = await buyData(first.url, 'glad', '08031239999');
    await first.reset();
    await first.close();
    const second = await start(directory);
    expect(second.journal().deliveries).toEqual([]);
    expect(Number((await buyData(second.url, 'glad', '08031239999')).body['id'])).toBe(Number(old['id']) + 1);
  });
});

describe('the journal', () => {
  it('drops the half line of a kill and goes on after it', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'journal.jsonl');
    const first = await start(directory);
    await buyData(first.url, 'glad', '08031231111');
    await first.close();
    const whole = readFileSync(path, 'utf8');
    appendFileSync(path, whole.slice(0, 40));

    const second = await start(directory);
    expect(second.journal().deliveries).toHaveLength(1);
    await buyData(second.url, 'glad', '08031232222');
    await second.close();
    expect((await start(directory)).journal().deliveries).toHaveLength(2);
  });

  it('is for its owner alone, also where an earlier start left it to everybody', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'journal.jsonl');
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    chmodSync(directory, 0o755);
    await start(directory);
    expect([directory, path].map((place) => statSync(place).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('refuses to start on a damaged file', async () => {
    const directory = temporaryDirectory();
    appendFileSync(join(directory, 'journal.jsonl'), '{"room":"glad"\n{"room":"glad"}\n');
    await expect(startSandbox({ journal: { directory } })).rejects.toThrow('damaged');
  });

  it('goes on after a full disk: with orders that became due meanwhile, their webhooks, and calls', async () => {
    const directory = temporaryDirectory();
    const sink = await webhookSink();
    const options = {
      webhookUrls: { glad: sink.url },
      timings: { reversalMs: 300, webhookRetryMs: 100 },
    };
    const sandbox = await start(directory, options);
    await buyData(sandbox.url, 'glad', '08031230011');
    const makeRoom = await fillDisk();
    expect((await buyData(sandbox.url, 'glad', '08031231111')).status).toBe(500);
    await vi.waitFor(() => expect(sandbox.journal().deliveries[0]?.reversedAt).toBeDefined(), 5_000);
    expect(sink.received).toEqual([]);
    makeRoom();
    await vi.waitFor(() => expect(sandbox.journal().webhooks[0]?.deliveredAt).not.toBeNull(), 5_000);
    const ident = { ident: 'after' };
    expect((await buyData(sandbox.url, 'glad', '08031232222', ident)).status).toBe(201);
    const seen = sandbox.journal();
    await sandbox.close();
    expect((await start(directory, options)).journal()).toEqual(seen);
    // What the disk did not take was done all the same, as with a provider whose answer is lost.
    expect(seen.deliveries).toHaveLength(3);
  });

  it.runIf(['linux', 'win32'].includes(process.platform))('has one writer', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    await expect(startSandbox({ journal: { directory } })).rejects.toThrow('Another sandbox');
    await first.close();
    await start(directory);
  });
});
