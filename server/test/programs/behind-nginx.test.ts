/** deploy/nginx/jara.conf: what it says in the program's place are the program's words, and nginx itself does what it promises where the machine has it. */
import fs from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type RunningApp } from '../app.ts';
import { hasNginx, startNginx, type Nginx } from '../outside/nginx.ts';

if (!hasNginx) console.info('nginx is not installed: of its configuration only the words are looked at.');

it('refuses in the words of the program', () => {
  const text = fs.readFileSync(new URL('../../../deploy/nginx/jara.conf', import.meta.url), 'utf8');
  const said = [...text.matchAll(/"code":"(\w+)","msg":"([^"]+)"/g)].map(([, code, msg]) => [code, msg]);
  expect(new Set(said.map(([code]) => code))).toEqual(
    new Set(['unavailable', 'outcome_unknown', 'too_many_requests', 'body_too_large']),
  );
  for (const [code, msg] of said) expect(msg).toBe(refusals[code as RefusalCode].msg);
});

interface Answered {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** nginx by TLS, whose certificate here nobody signed. */
const reached = (port: number) => ({ host: '127.0.0.1', port, rejectUnauthorized: false });

const ask = (
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { ...reached(port), path, method, headers: { host: 'shop.example', ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end();
  });

describe.skipIf(!hasNginx)('nginx in front of the program', () => {
  let app: RunningApp;
  let nginx: Nginx;
  beforeAll(async () => {
    app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    nginx = await startNginx(Number(new URL(app.url).port));
  });
  afterAll(async () => {
    await nginx.close();
    await app.stop();
  });

  it('leads people from http to https, and refuses programs there', async () => {
    const byHttp = (path: string) => fetch(`http://127.0.0.1:${nginx.port}${path}`, { redirect: 'manual' });
    const page = await byHttp('/prices?network=MTN');
    expect([page.status, page.headers.get('location')]).toEqual([
      301,
      'https://shop.example/prices?network=MTN',
    ]);
    for (const path of ['/api/v1/auth', '/hooks/squad', '/events'])
      expect([path, (await byHttp(path)).status]).toEqual([path, 403]);
  });

  it('speaks TLS 1.2 and 1.3 alone', async () => {
    const isSpoken = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = connect(
          {
            ...reached(nginx.tlsPort),
            minVersion: version,
            maxVersion: version,
            ciphers: 'DEFAULT@SECLEVEL=0',
          },
          () => {
            resolve(true);
            socket.destroy();
          },
        );
        socket.on('error', () => resolve(false));
      });
    expect([await isSpoken('TLSv1.1'), await isSpoken('TLSv1.2'), await isSpoken('TLSv1.3')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('passes on answers, refusals and who asks, whatever the client says of that, and logs no query', async () => {
    const ada = await app.make.user();
    const signedIn = { 'x-auth-token': ada.token };
    const profile = await ask(nginx.tlsPort, '/api/v1/auth?phone=08031234567', { headers: signedIn });
    expect([profile.status, profile.text]).toEqual([200, expect.stringContaining(ada.userName)]);
    const refused = await ask(nginx.tlsPort, '/api/v1/admin/users', {
      headers: { ...signedIn, 'x-forwarded-for': '203.0.113.77' },
    });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('"code":"forbidden"')]);
    const seen = await app.context.pool.rows<{ network: string }>(
      "select distinct address_prefix as network from security_events where user_id = $1 and what = 'forbidden'",
      [ada.userId],
    );
    expect(seen).toEqual([{ network: '127.0.x.x' }]);
    // nginx writes its line after the answer has left.
    await vi.waitFor(
      () =>
        expect(nginx.log()).toMatch(/^127\.0\.0\.1 .* "GET \/api\/v1\/auth" 200 \d+ [\d.]+ [\da-f-]{36}$/m),
      10_000,
    );
    expect(nginx.log()).not.toContain('0803');
  });

  it('passes on each event when it comes', async () => {
    const ada = await app.make.user();
    const first = await new Promise<string>((resolve, reject) => {
      const asked = request(
        {
          ...reached(nginx.tlsPort),
          path: '/events',
          headers: { host: 'shop.example', 'x-auth-token': ada.token },
        },
        (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => {
            text += chunk.toString();
            if (!text.includes('event: ')) return;
            resolve(text);
            asked.destroy();
          });
          void app.as(ada).call('testTopUp', { amount: 500 });
        },
      );
      asked.on('error', reject);
      asked.end();
    });
    expect(first).toContain('event: ');
  });
});

describe.skipIf(!hasNginx)('nginx before a program that does not answer', () => {
  it('says that nothing was done where nothing can have been, and else that nobody knows', async () => {
    let requests = 0;
    const program = createServer((asked) => {
      requests += 1;
      asked.socket.destroy();
    });
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
    const nginx = await startNginx((program.address() as AddressInfo).port);
    const buy = () => ask(nginx.tlsPort, '/api/v1/buy/airtime', { method: 'POST' });
    const codeOf = ({ status, headers, text }: Answered) => [
      status,
      headers['retry-after'],
      (JSON.parse(text) as { code: string }).code,
    ];
    expect(codeOf(await buy())).toEqual([503, '5', 'outcome_unknown']);
    // Sent once: nginx does not try again what may have done something.
    expect(requests).toBe(1);
    expect(codeOf(await ask(nginx.tlsPort, '/api/v1/auth'))).toEqual([503, '5', 'unavailable']);
    for (const { path } of Object.values<Call>(api).filter(({ changesByGet }) => changesByGet !== undefined))
      expect([path, ...codeOf(await ask(nginx.tlsPort, path.replaceAll(/:\w+/g, '12')))]).toEqual([
        path,
        503,
        '5',
        'outcome_unknown',
      ]);
    const page = await ask(nginx.tlsPort, '/prices');
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('The shop is starting again')]);
    await new Promise((resolve) => program.close(resolve));
    const { headers, ...refused } = await ask(nginx.tlsPort, '/api/v1/buy/airtime?number=08031234567', {
      method: 'POST',
    });
    expect(codeOf({ headers, ...refused })).toEqual([503, '5', 'unavailable']);
    // The id that somebody reads out is found, as soon as nginx has written its line.
    const { requestId } = JSON.parse(refused.text) as { requestId: string };
    expect(headers['x-request-id']).toBe(requestId);
    await vi.waitFor(() => expect(nginx.log()).toContain(requestId), 10_000);
    expect(nginx.log()).not.toContain('0803');
    await nginx.close();
  });
});
