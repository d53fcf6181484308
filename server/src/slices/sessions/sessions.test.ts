import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { nameDevice } from '../../platform/sessions/device-name.ts';

const app = useTestApp();

const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const logIn = async (ada: TestUser, userAgent: string) => {
  const input = { userName: ada.userName, password: ada.password };
  return (await app.anybody().call('login', input, { headers: { 'user-agent': userAgent } })).reply.token;
};
const list = async (token: string) => (await app.as({ token }).call('listSessions')).reply.sessions;
const isValid = async (token: string) => (await app.as({ token }).call('isTokenValid')).reply.valid;

describe('the list of devices', () => {
  it('says which they are, since when, from where, and which one asks', async () => {
    const ada = await app.make.user();
    const token = await logIn(ada, phone);
    const sessions = await list(token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Chrome on Android',
      ipPrefix: '127.0.x.x',
      createdAt: expect.stringMatching(/^20\d\d-/),
      lastUsedAt: expect.stringMatching(/^20\d\d-/),
    });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('says of none that it may send out less, unless the operator wants it so', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(30_000) }), await app.make.user()];
    await logIn(ada, phone);
    const token = await logIn(ada, phone);
    expect((await list(token)).map(({ limit }) => limit)).toEqual([null, null, null]);
    expect((await app.as({ token }).call('getSecurity')).reply.sendingLimit).toBeNull();
    const sent = await app.as({ token }).call('transferFund', { userName: chidi.userName, amount: 30_000 });
    expect(sent.status).toBe(200);
    const counted = await app.context.pool.rows('select from new_device_sends where user_id = $1', [
      ada.userId,
    ]);
    expect(counted).toEqual([]);
  });

  it('has none that is over', async () => {
    const ada = await app.make.user();
    const token = await logIn(ada, phone);
    await app.context.pool.run(
      `update sessions set last_used_at = now() - interval '13 hours' where user_id = $1 and user_agent = 'test'`,
      [ada.userId],
    );
    expect(await list(token)).toHaveLength(1);
  });

  it.each([
    [phone, 'Chrome on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A515F) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.0', 'Unknown device'],
    [null, 'Unknown device'],
  ])('names %s', (userAgent, name) => {
    expect(nameDevice(userAgent)).toBe(name);
  });
});

describe('logging a device out', () => {
  it('ends that one only', async () => {
    const ada = await app.make.user();
    const [one, other] = [await logIn(ada, phone), await logIn(ada, phone)];
    const id = (await list(one)).find(({ isCurrent }) => isCurrent)?._id;
    const { msg } = (await app.as({ token: other }).call('endSession', { id })).reply;
    expect(msg).toBe('This device is logged out');
    await expect.poll(() => isValid(one)).toBe(false);
    expect(await isValid(other)).toBe(true);
    expect((await app.as({ token: other }).call('endSession', { id })).status).toBe(404);
  });

  it('is for its owner', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    const [mine] = await list(ada.token);
    expect((await app.as(eve).call('endSession', { id: mine?._id })).status).toBe(404);
    for (const id of ['x', '0', '99999999']) {
      expect((await app.as(ada).call('endSession', { id })).status).toBe(404);
    }
    expect(await isValid(ada.token)).toBe(true);
  });

  it('of all others leaves the one that asks, other people, and API tokens', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password }))
      .reply;
    const others = [await logIn(ada, phone), await logIn(ada, phone)];
    const { msg } = (await app.as(ada).call('endOtherSessions')).reply;
    expect(msg).toBe('All other devices are logged out');
    for (const token of others) await expect.poll(() => isValid(token)).toBe(false);
    for (const token of [ada.token, eve.token, apiToken]) expect(await isValid(token)).toBe(true);
    expect(await list(ada.token)).toHaveLength(1);
  });

  it('takes a session', async () => {
    const ada = await app.make.user();
    const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password }))
      .reply;
    for (const call of ['listSessions', 'endOtherSessions', 'getSecurity'] as const) {
      expect((await app.as({ token: apiToken }).call(call)).status).toBe(403);
      expect((await app.anybody().call(call)).status).toBe(401);
    }
  });
});
