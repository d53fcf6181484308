import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();
const browser = { 'sec-fetch-site': 'same-origin' };

interface LoggedIn {
  token: string;
  cookie: string;
}

async function logIn(person: TestUser, headers: Record<string, string>): Promise<LoggedIn> {
  const { userName, password } = person;
  const answer = await app.anybody().call('login', { userName, password }, { headers });
  const [cookie = ''] = String(answer.headers.get('set-cookie')).split(';');
  return { token: answer.reply.token, cookie };
}

const statusWith = async (token: string, headers: Record<string, string>): Promise<number> =>
  (await app.as({ token }).call('getProfile', undefined, { headers })).status;
const isValidWith = async (token: string, headers: Record<string, string>): Promise<boolean> =>
  (await app.as({ token }).call('isTokenValid', undefined, { headers })).reply.valid;

describe('a session that was opened in a browser', () => {
  it('works together with the cookie of that browser', async () => {
    const { token, cookie } = await logIn(await app.make.user(), browser);
    expect(await statusWith(token, { ...browser, cookie })).toBe(200);
    expect(await isValidWith(token, { cookie })).toBe(true);
  });

  it('is nobody’s without the cookie, with a made-up one, and with that of another device, whoever asks', async () => {
    const ada = await app.make.user();
    const { token, cookie } = await logIn(ada, browser);
    const other = await logIn(ada, browser);
    expect(await statusWith(token, { cookie })).toBe(200);
    const foreign = [{}, browser, { cookie: `device=${'A'.repeat(43)}` }, { cookie: other.cookie }];
    for (const headers of foreign) {
      expect(await statusWith(token, headers)).toBe(401);
      expect(await isValidWith(token, headers)).toBe(false);
    }
    expect(await statusWith(token, { cookie })).toBe(200);
  });

  it('hears nothing by the stream of events without the cookie', async () => {
    const { token } = await logIn(await app.make.user(), browser);
    const answer = await fetch(`${app.url}/events`, { headers: { 'x-auth-token': token } });
    expect(answer.status).toBe(401);
  });

  it('ends with its device', async () => {
    const ada = await app.make.user();
    const { token, cookie } = await logIn(ada, browser);
    await app.context.pool.run('delete from devices where user_id = $1', [ada.userId]);
    await app.context.sessions.forget(app.context.pool, ada.userId);
    expect(await statusWith(token, { cookie })).toBe(401);
  });

  it('needs its device from then on also where it was open before devices were noted', async () => {
    const ada = await app.make.user();
    const answer = await app.as(ada).call('isTokenValid', undefined, { headers: browser });
    const [cookie = ''] = String(answer.headers.get('set-cookie')).split(';');
    expect(await statusWith(ada.token, {})).toBe(401);
    expect(await statusWith(ada.token, { cookie })).toBe(200);
  });
});

describe('a session that a program opened', () => {
  it('works without a cookie, also in a browser', async () => {
    const { token } = await logIn(await app.make.user(), {});
    expect(await statusWith(token, {})).toBe(200);
    expect(await statusWith(token, browser)).toBe(200);
  });
});
