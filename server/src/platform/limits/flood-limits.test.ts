import { createConnection, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { newDeviceKey } from '../device-cookie.ts';

const app = useTestApp({
  env: {
    TRUSTED_PROXIES: '127.0.0.1',
    SESSION_REQUESTS_PER_MINUTE: '10',
    API_TOKEN_REQUESTS_PER_MINUTE: '20',
    ANONYMOUS_POSTS_PER_MINUTE: '10',
    DEVICE_POSTS_PER_MINUTE: '12',
    ANONYMOUS_READS_PER_MINUTE: '15',
    HOOKS_PER_MINUTE: '12',
  },
});
const direct = useTestApp({ env: { CONNECTIONS_PER_ADDRESS: '10' } });
const small = useTestApp({ env: { CONNECTIONS: '100' } });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const statusesOf = async (times: number, ask: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await ask()).status);
  return statuses;
};
const refused = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

describe('requests in a minute', () => {
  it('of one user by sessions are so many, whatever the address, and nobody else is refused', async () => {
    const [ada, bayo] = [await app.make.user(), await app.make.user()];
    let asked = 0;
    const ask = () => app.as(ada).call('getProfile', {}, from(`203.0.113.${(asked += 1)}`));
    expect(refused(await statusesOf(14, ask))).toBe(4);
    expect((await app.as(bayo).call('getProfile', {}, from('203.0.113.1'))).status).toBe(200);
  });

  it('of one user by API tokens have a limit of their own', async () => {
    const ada = await app.make.user();
    const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password }))
      .reply;
    const ask = () => app.as({ token: apiToken }).call('getProfile');
    expect(refused(await statusesOf(23, ask))).toBe(3);
  });

  it.each([
    ['login', 10],
    ['listPrices', 15],
  ] as const)('of somebody who is not signed in are counted by the network: %s', async (name, most) => {
    const input = name === 'login' ? { userName: 'nobody', password: 'not it at all' } : {};
    const ask = (address: string) => app.anybody().call(name, input, from(address));
    // Each address of an IPv6 network belongs to whoever has one of them.
    const inOneNetwork = (host: number) => `2001:db8:0:${most}::${host.toString(16)}`;
    let asked = 0;
    expect(refused(await statusesOf(most + 2, () => ask(inOneNetwork((asked += 1)))))).toBe(2);
    expect((await ask('2001:db8:1::1')).status).not.toBe(429);
    expect(refused(await statusesOf(most + 2, () => ask('198.51.100.7')))).toBe(2);
    expect(refused(await statusesOf(1, () => ask('::ffff:198.51.100.7')))).toBe(1);
  });

  it('with a token that opens nothing count as those of nobody', async () => {
    const ask = () => app.as({ token: 'a'.repeat(43) }).call('getProfile', {}, from('198.51.100.8'));
    const statuses = await statusesOf(17, ask);
    expect(statuses.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 401));
    expect(refused(statuses)).toBe(2);
  });

  it('are limited for event streams and for hooks too', async () => {
    const stream = () => fetch(`${app.url}/events`, { headers: { 'x-forwarded-for': '198.51.100.9' } });
    expect(refused(await statusesOf(17, stream))).toBe(2);
    const hook = () =>
      fetch(`${app.url}/hooks/squad`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '198.51.100.10', 'content-type': 'application/json' },
        body: '{}',
      });
    expect(refused(await statusesOf(15, hook))).toBe(3);
  });

  it.each([
    ['GET', '/check/unknown', 15],
    ['GET', '/unsubscribe/3f1b8a34-0000-4000-8000-000000000000', 15],
    ['POST', '/unsubscribe/3f1b8a34-0000-4000-8000-000000000000', 10],
  ])('are limited for pages that ask the database: %s %s', async (method, path, most) => {
    const headers = { 'x-forwarded-for': `198.51.100.${20 + path.length + most}` };
    const ask = () => fetch(`${app.url}${path}`, { method, headers });
    expect(refused(await statusesOf(most + 2, ask))).toBe(2);
  });

  it.each([
    ['/check/unknown', 15],
    ['/unsubscribe/3f1b8a34-0000-4000-8000-000000000000', 15],
  ])('are a page for who reads %s in a browser, which says when to come again', async (path, most) => {
    const headers = { 'x-forwarded-for': `198.51.100.${120 + path.length}`, accept: 'text/html' };
    const ask = () => fetch(`${app.url}${path}`, { headers });
    await statusesOf(most, ask);
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('ratelimit')).toMatch(/r=0/);
    expect(await answer.text()).toMatch(/^<!doctype html>/i);
  });

  it('are told in the headers: what is allowed, what is left, and when again', async () => {
    const ada = await app.make.user();
    const first = await app.as(ada).call('getProfile');
    expect(first.headers.get('ratelimit-policy')).toBe('"session";q=10;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"session";r=9;t=\d+$/);
    await statusesOf(9, () => app.as(ada).call('getProfile'));
    const { refusal, headers } = await app.as(ada).call('getProfile');
    expect(refusal.code).toBe('too_many_requests');
    expect(headers.get('ratelimit')).toMatch(/^"session";r=0;t=\d+$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('what a device posts that was here before', () => {
  /** Counted before anything of it is looked at. */
  const post = (address: string, deviceKey: string) =>
    fetch(`${app.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': address,
        cookie: `device=${deviceKey}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
  const fill = async (address: string): Promise<void> => {
    const statuses = await statusesOf(11, () => post(address, 'a'.repeat(43)));
    expect(refused(statuses)).toBe(1);
  };
  const made = () => newDeviceKey(app.context.keys);

  it('is not stopped by strangers behind the same address, and a made-up cookie is one of theirs', async () => {
    const ada = await app.make.user();
    const logIn = (address: string, cookie = '') =>
      app
        .anybody()
        .call(
          'login',
          { userName: ada.userName, password: ada.password },
          { headers: { 'x-forwarded-for': address, cookie } },
        );
    const cookie = ((await logIn('198.51.100.40')).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await fill('198.51.100.41');
    expect((await logIn('198.51.100.41')).status).toBe(429);
    const answer = await logIn('198.51.100.41', cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toBe('"device-posts";q=12;w=60');
  });

  it('is bounded wherever it is, however its cookie is written, and costs its neighbours nothing', async () => {
    const device = made();
    // The last letter has two bits that mean nothing.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = device.slice(0, 42) + last.charAt(last.indexOf(device.charAt(42)) + 1);
    expect(refused(await statusesOf(13, () => post('198.51.100.42', device)))).toBe(1);
    expect((await post('198.51.100.43', device)).status).toBe(429);
    expect((await post('198.51.100.43', other)).status).toBe(429);
    expect((await post('198.51.100.42', made())).status).not.toBe(429);
    expect(refused(await statusesOf(10, () => post('198.51.100.42', 'a'.repeat(43))))).toBe(0);
  });

  it('is bounded with all others of its network, in which what was refused to one does not count', async () => {
    const spent = made();
    await Promise.all(Array.from({ length: 60 }, () => post('198.51.100.44', spent)));
    const others = await Promise.all(Array.from({ length: 88 }, () => post('198.51.100.44', made())));
    expect(refused(others.map(({ status }) => status))).toBe(0);
    const over = await post('198.51.100.44', made());
    expect([over.status, over.headers.get('ratelimit-policy')]).toEqual([
      429,
      '"devices-of-network";q=100;w=60',
    ]);
    expect((await post('198.51.100.45', made())).status).not.toBe(429);
  });
});

describe.each([
  ['of one address', direct, 10],
  ['of all', small, 100],
] as const)('open connections %s', (_whose, shop, most) => {
  const connect = async (): Promise<{ socket: Socket; isClosed: Promise<unknown> }> => {
    const { hostname, port } = new URL(shop.url);
    const socket = createConnection({ host: hostname, port: Number(port) });
    const isClosed = once(socket, 'close');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return { socket, isClosed };
  };

  it('are so many; one more is closed, and there is room again when one ends', async () => {
    const open = [];
    for (let opened = 0; opened < most; opened += 1) open.push(await connect());
    const over = await connect();
    await over.isClosed;
    for (const { socket } of open) socket.destroy();
    await Promise.all(open.map(({ isClosed }) => isClosed));
    await expect
      .poll(
        () =>
          fetch(`${shop.url}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(200);
  });
});
