import { beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { newDeviceKey } from '../device-cookie.ts';
import { hashToken, newToken } from '../sessions/find-token.ts';

const READS = 15;
const POSTS = 10;
const OF_DEVICE = 12;
const app = useTestApp({
  env: {
    TRUSTED_PROXIES: '127.0.0.1',
    ANONYMOUS_POSTS_PER_MINUTE: String(POSTS),
    DEVICE_POSTS_PER_MINUTE: String(OF_DEVICE),
    ANONYMOUS_READS_PER_MINUTE: String(READS),
  },
});

let prepared: MockInstance<(typeof app.context.pool)['prepared']>;
beforeAll(() => {
  prepared = vi.spyOn(app.context.pool, 'prepared');
});
beforeEach(() => {
  prepared.mockClear();
});

let networks = 0;
const newNetwork = (): string => `198.51.100.${(networks += 1)}`;

/** How often the database was asked for a token, or for this one. */
const lookups = (token?: string): number =>
  prepared.mock.calls.filter(
    ([name, , [first]]) =>
      (name === 'find_session' || name === 'find_api_token') &&
      (token === undefined || hashToken(token).equals(first as Buffer)), // the hash is its first parameter
  ).length;

interface Sender {
  network: string;
  token?: string;
  cookie?: string;
}
const ask = (path: string, { network, token, cookie }: Sender, method = 'GET') =>
  fetch(app.url + path, {
    method,
    headers: {
      'x-forwarded-for': network,
      ...(token !== undefined && { 'x-auth-token': token }),
      ...(cookie !== undefined && { cookie }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
const sendMadeUp = async (path: string, times: number, sender: Sender, method?: string) =>
  Promise.all(
    Array.from({ length: times }, async (_, number) => {
      const token = number % 2 === 0 ? newToken() : `jara_test_${newToken()}`;
      return (await ask(path, { ...sender, token }, method)).status;
    }),
  );
const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

describe('tokens that nobody has', () => {
  it.each([
    ['/api/v1/balance', 'GET', READS],
    ['/api/v1/auth/logout', 'POST', POSTS],
    ['/events', 'GET', READS],
  ])('are looked up as often as their network may ask, also all at once: %s', async (path, method, most) => {
    prepared.mockClear();
    const statuses = await sendMadeUp(path, most + 20, { network: newNetwork() }, method);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([most, 20]);
    expect(lookups()).toBe(most);
  });

  it('are not looked up twice for a call that anybody may make', async () => {
    prepared.mockClear();
    expect(
      (await ask('/api/v1/auth/login', { network: newNetwork(), token: newToken() }, 'POST')).status,
    ).toBe(400);
    expect(lookups()).toBe(1);
  });

  it('are not looked up from a network that is over its limit without any', async () => {
    const network = newNetwork();
    for (let time = 0; time < READS; time += 1) await ask('/api/v1/prices', { network });
    prepared.mockClear();
    const answer = await ask('/api/v1/balance', { network, token: newToken() });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('ratelimit-policy')).toBe(`"anonymous-reads";q=${READS};w=60`);
    expect(answer.headers.get('ratelimit')).toMatch(/^"anonymous-reads";r=0;t=\d+$/);
    expect(lookups()).toBe(0);
  });

  it('stop no neighbour whose token was seen before, not even after a change of the account', async () => {
    const network = newNetwork();
    const ada = await app.make.user();
    const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password }))
      .reply;
    for (const token of [ada.token, apiToken])
      expect((await ask('/api/v1/balance', { network, token })).status).toBe(200);
    await sendMadeUp('/api/v1/balance', READS + 5, { network });
    await app.context.sessions.forget(app.context.pool, ada.userId);
    for (const token of [ada.token, apiToken])
      expect((await ask('/api/v1/balance', { network, token })).status).toBe(200);
  });

  it.each(['/api/v1/balance', '/events'])(
    'are told from those that ended: one of them is looked up once more, and then no more: %s',
    async (path) => {
      const network = newNetwork();
      const ada = await app.make.user();
      expect((await ask('/api/v1/balance', { network, token: ada.token })).status).toBe(200);
      await app.as(ada).call('logout');
      await sendMadeUp('/api/v1/balance', READS + 5, { network });
      prepared.mockClear();
      for (let time = 0; time < 3; time += 1)
        expect((await ask(path, { network, token: ada.token })).status).toBe(429);
      expect(lookups(ada.token)).toBe(1);
    },
  );

  it('do not count where they open something: a network of many new sessions is not used up', async () => {
    const network = newNetwork();
    for (let time = 0; time < READS + 3; time += 1) {
      const { token } = await app.make.user();
      expect((await ask('/api/v1/balance', { network, token })).status).toBe(200);
    }
    const { headers } = await ask('/api/v1/prices', { network });
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"anonymous-reads";r=${READS - 1};`));
  });

  it('do not count, but for one, while what they open is being looked up: a page asks many things at once', async () => {
    const { token } = await app.make.user();
    const sender = { network: newNetwork(), token };
    const answers = await Promise.all(
      Array.from({ length: READS + 5 }, () => ask('/api/v1/balance', sender)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('count each, one of them many times at once as well, and are not looked up beyond that', async () => {
    const sender = { network: newNetwork(), token: newToken() };
    const statuses = await Promise.all(
      Array.from({ length: READS + 20 }, async () => (await ask('/api/v1/balance', sender)).status),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([READS, 20]);
    prepared.mockClear();
    expect((await ask('/api/v1/balance', sender)).status).toBe(429);
    expect(lookups()).toBe(0);
  });

  it('stop no neighbour in a browser that was here before, and are bounded there too', async () => {
    const network = newNetwork();
    await sendMadeUp('/api/v1/balance', READS + 5, { network });
    const bola = await app.make.user();
    const cookie = `device=${newDeviceKey(app.context.keys)}`;
    expect((await ask('/api/v1/balance', { network, token: bola.token })).status).toBe(429);
    expect((await ask('/api/v1/balance', { network, token: bola.token, cookie })).status).toBe(200);
    prepared.mockClear();
    const statuses = await sendMadeUp('/api/v1/balance', OF_DEVICE + 4, { network, cookie });
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([OF_DEVICE, 4]);
    expect(lookups()).toBe(OF_DEVICE);
  });
});

describe('the description of the API', () => {
  it('counts as other reads do, for strangers and for who is signed in', async () => {
    const network = newNetwork();
    const first = await ask('/openapi.json', { network });
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([
      200,
      `"anonymous-reads";q=${READS};w=60`,
    ]);
    prepared.mockClear();
    const statuses = await sendMadeUp('/openapi.json', READS + 5, { network });
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([READS - 1, 6]);
    expect(lookups()).toBe(READS - 1);
    const ada = await app.make.user();
    expect(
      (await ask('/openapi.json', { network: newNetwork(), token: ada.token })).headers.get(
        'ratelimit-policy',
      ),
    ).toMatch(/^"session";/);
  });
});
