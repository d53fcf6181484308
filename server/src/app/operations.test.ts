import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../test/app.ts';
import { startCuttingProxy, type CuttingProxy } from '../../test/outside/cutting-proxy.ts';
import { runSql } from '../../test/run-sql.ts';
import { useSecond } from '../../test/second.ts';
import { mailsTo, sendMails } from '../../test/mails.ts';
import { createBackupWatch } from './watch-backups.ts';

const token = 'a-token-for-the-measurements-of-a-test';
const asWatcher = { authorization: `Bearer ${token}` };
const app = useTestApp({ env: { METRICS_TOKEN: token } });
const patience = { timeout: 20_000 };
let proxy: CuttingProxy;
beforeAll(async () => {
  proxy = await startCuttingProxy(app.databaseUrl);
});
const second = useSecond(app, () => proxy.url);
afterAll(() => proxy.close());

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('whoever runs it', () => {
  it('can ask whether it lives and whether it can serve', async () => {
    expect([(await ask('/healthz')).text, (await ask('/readyz')).text]).toEqual([
      '{"status":"ok"}',
      '{"status":"ready"}',
    ]);
    await runSql(app.databaseUrl, 'alter table schema_migrations rename to no_migrations');
    await expect.poll(async () => (await ask('/readyz')).status, patience).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    await runSql(app.databaseUrl, 'alter table no_migrations rename to schema_migrations');
    await expect.poll(async () => (await ask('/readyz')).status, patience).toBe(200);
  });

  it('is told for a time that it cannot serve after the database had no room, or only reads', async () => {
    const refusals = [
      ['53100', 'could not extend file: no space left on device'],
      ['25006', 'cannot execute INSERT in a read-only transaction'],
    ] as const;
    const isBackAfter = async ([code, message]: (typeof refusals)[number]) => {
      const other = await startTestApp();
      const status = async () => (await fetch(`${other.url}/readyz`)).status;
      expect(await status()).toBe(200);
      const raise = `do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`;
      await expect(other.context.pool.run(raise)).rejects.toThrow(message);
      await expect.poll(status, patience).toBe(503);
      await expect.poll(status, patience).toBe(200);
      await other.stop();
    };
    await Promise.all(refusals.map(isBackAfter));
  });

  it('reads when a commit was written last, as soon as somebody asked whether it can serve', async () => {
    const other = await startTestApp({ env: { METRICS_TOKEN: token } });
    const lastCommit = async (): Promise<number> => {
      const text = await (await fetch(`${other.url}/metrics`, { headers: asWatcher })).text();
      const [, seconds] = /^jara_last_commit_timestamp_seconds (\S+)$/m.exec(text) ?? [];
      return Number(seconds);
    };
    try {
      expect(await lastCommit()).toBe(0);
      expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
      const first = await lastCommit();
      expect(first).toBeGreaterThan(0);
      expect(await lastCommit()).toBe(first);
      await expect
        .poll(async () => {
          await fetch(`${other.url}/readyz`);
          return lastCommit();
        }, patience)
        .toBeGreaterThan(first);
    } finally {
      await other.stop();
    }
  });

  it('is told that it cannot serve while the database swallows what it is asked', async () => {
    expect(await second.get('/readyz')).toBe(200);
    proxy.hold(true);
    await expect.poll(() => second.get('/readyz'), patience).toBe(503);
    proxy.hold(false);
    await expect.poll(() => second.get('/readyz'), patience).toBe(200);
  });

  it('reads measurements: answers by route, queues, floats and the books audit', async () => {
    await app.context.booksAudit.renew();
    await ask('/api/v1/prices');
    const { status, headers, text } = await ask('/metrics', asWatcher);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/prices",status="200"\} \d+$/m,
    );
    for (const queue of [
      'purchases',
      'payments',
      'withdrawals',
      'mails',
      'webhooks',
      'hooks',
      'suspense',
      'review',
    ]) {
      expect(text).toMatch(new RegExp(`^jara_queue_length\\{queue="${queue}"\\} 0$`, 'm'));
    }
    expect(text).toMatch(/^jara_books_broken_rules 0$/m);
    for (const commit of ['open', 'settle'])
      expect(text).toMatch(new RegExp(`^jara_purchases_queued_for_commit\\{commit="${commit}"\\} 0$`, 'm'));
    expect(text).toMatch(/^jara_transactions_without_sums \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  it('reads how old the backups are where some are asked for, and says hourly that there are none', async () => {
    expect((await ask('/metrics', asWatcher)).text).not.toMatch(/^jara_backup_\w+ /m);
    const folder = fs.mkdtempSync(join(os.tmpdir(), 'jara-measures-'));
    fs.chmodSync(folder, 0o755);
    const other = await startTestApp({
      env: {
        BACKUP_DIR: join(folder, 'none'),
        BACKUP_KEY_FILE: join(folder, 'key'),
        DATA_DIR: folder,
        METRICS_TOKEN: token,
      },
    });
    try {
      const text = await (await fetch(`${other.url}/metrics`, { headers: asWatcher })).text();
      expect(text).toMatch(/^jara_backup_timestamp_seconds 0$/m);
      expect(text).toMatch(/^jara_backup_log_timestamp_seconds 0$/m);
      expect(text).toMatch(/^jara_backup_log_waiting_seconds 0$/m);
      const admins = await Promise.all([1, 2].map(() => other.make.user({ isAdmin: true })));
      const watch = createBackupWatch();
      await watch(other.context);
      await watch(other.context);
      expect(other.takeErrors()).toEqual([expect.stringContaining('there is no backup')]);
      // One mail to each of them, also when another process says it again.
      await createBackupWatch()(other.context);
      expect(other.takeErrors()).toHaveLength(1);
      await sendMails(other.context);
      for (const { email } of admins)
        expect(mailsTo(other, email)).toMatchObject([
          { subject: 'The backups are too old', text: expect.stringContaining('there is no backup') },
        ]);
    } finally {
      await other.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('reads them by the token alone where others reach it, also through a proxy that says nothing', async () => {
    const isRefused = async (headers: Record<string, string>) => {
      const { status, text } = await ask('/metrics', headers);
      expect([status, JSON.parse(text)]).toMatchObject([404, { code: 'not_found' }]);
    };
    await isRefused({});
    await isRefused({ authorization: `Bearer ${token}x` });
    expect((await ask('/metrics', asWatcher)).status).toBe(200);
    const withoutToken = await startTestApp();
    const response = await fetch(`${withoutToken.url}/metrics`, {
      headers: { authorization: 'Bearer null' },
    });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    await withoutToken.stop();
  });

  it('reads them without one where the product is for its machine alone', async () => {
    const own = { PUBLIC_URL: 'http://127.0.0.1:3000', PUBLIC_SANDBOX: 'off' };
    const statusOf = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
      const other = await startTestApp({ env });
      const response = await fetch(`${other.url}/metrics`, { headers });
      // Read to the end: an answer that nobody reads holds its server up.
      await response.text();
      await other.stop();
      return response.status;
    };
    expect(await statusOf(own)).toBe(200);
    expect(await statusOf(own, { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
    expect(await statusOf({ ...own, TRUSTED_PROXIES: '127.0.0.1' })).toBe(404);
  });

  it('can stop it although a browser holds a connection on which it has asked nothing', async () => {
    const other = await startTestApp();
    const { hostname, port } = new URL(other.url);
    const socket = connect(Number(port), hostname);
    const isClosed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.on('connect', resolve));
    expect(await (await fetch(`${other.url}/healthz`)).json()).toEqual({ status: 'ok' });
    await other.stop();
    await expect(isClosed).resolves.toBe(false);
  });

  it('can stop it amid requests: what comes in late is refused in the words of every refusal', async () => {
    const other = await startTestApp();
    const { hostname, port } = new URL(other.url);
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const isClosed = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.on('connect', resolve));
    socket.write('POST /api/v1/transferFund HTTP/1.1\r\nhost: shop\r\n');
    await fetch(`${other.url}/healthz`);
    const stopped = other.stop();
    socket.write('content-length: 2\r\ncontent-type: application/json\r\n\r\n{}');
    await isClosed;
    await stopped;
    expect(said).toMatch(/^HTTP\/1\.1 503 /);
    expect(said).toMatch(/\r\nretry-after: 2\r\n/i);
    expect(said).toMatch(/\r\nconnection: close\r\n/i);
    expect(JSON.parse(said.split('\r\n\r\n')[1] ?? '')).toEqual({
      msg: 'The service is starting again. This try did nothing; try again',
      code: 'unavailable',
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
    });
  });
});
