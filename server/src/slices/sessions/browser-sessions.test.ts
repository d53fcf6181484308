import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { newPushDevice } from '../../../test/push-device.ts';
import type { TestUser } from '../../../test/make.ts';
import { browser, logInWith, statusOf } from './testing/browser.ts';

const app = useTestApp();

const logIn = (person: TestUser, headers: Record<string, string>) => logInWith(app, person, headers);
const statusWith = (token: string, headers: Record<string, string>) => statusOf(app, token, headers);
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

  it('ends when somebody logs in there again, and those on other devices and of programs go on', async () => {
    const ada = await app.make.user();
    const before = await logIn(ada, browser);
    const elsewhere = await logIn(ada, browser);
    const program = await logIn(ada, {});
    const again = await logIn(ada, { ...browser, cookie: before.cookie });
    expect(again.cookie).toBe(before.cookie);
    expect(await statusWith(before.token, { cookie: before.cookie })).toBe(401);
    expect(await statusWith(again.token, { cookie: again.cookie })).toBe(200);
    expect(await statusWith(elsewhere.token, { cookie: elsewhere.cookie })).toBe(200);
    expect(await statusWith(program.token, {})).toBe(200);
  });

  it('is another person’s matter where two use one browser', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const first = await logIn(ada, browser);
    await logIn(bola, { ...browser, cookie: first.cookie });
    expect(await statusWith(first.token, { cookie: first.cookie })).toBe(200);
  });

  it('needs its device from then on also where it was open before devices were noted', async () => {
    const ada = await app.make.user();
    const answer = await app.as(ada).call('isTokenValid', undefined, { headers: browser });
    const [cookie = ''] = String(answer.headers.get('set-cookie')).split(';');
    expect(await statusWith(ada.token, {})).toBe(401);
    expect(await statusWith(ada.token, { cookie })).toBe(200);
  });
});

describe('whoever says anew who they are', () => {
  const logsIn = async (input = {}) => {
    const ada = await app.make.user(input);
    const { token, cookie } = await logIn(ada, browser);
    return { ada, token, cookie, as: app.as({ token }), with: { headers: { ...browser, cookie } } };
  };
  const passwords = (old: string) => ({
    oldPassword: old,
    newPassword: 'another long phrase',
    newPasswordCheck: 'another long phrase',
  });

  it.each([
    ['by a step-up', { isAdmin: true }, 'confirmStepUp' as const, (password: string) => ({ password })],
    ['with a new password', {}, 'changePassword' as const, passwords],
  ])('%s goes on with another token, and the one before opens nothing', async (_how, input, call, body) => {
    const { ada, token, cookie, as, ...session } = await logsIn(input);
    const wrong = await as.call(call, body('not it at all'), session.with);
    expect([wrong.status, wrong.headers.get('x-new-token')]).toEqual([403, null]);
    const answer = await as.call(call, body(ada.password), session.with);
    expect(answer.status).toBe(200);
    const next = String(answer.headers.get('x-new-token'));
    expect(next).toMatch(/^[\w-]{43}$/);
    expect(await statusWith(token, { cookie })).toBe(401);
    expect(await statusWith(next, { cookie })).toBe(200);
    // It is bound to the browser as the one before was.
    expect(await statusWith(next, {})).toBe(401);
  });

  it('goes on hearing notices on the same device', async () => {
    const { ada, as, ...session } = await logsIn();
    const { subscription } = newPushDevice('http://127.0.0.1:9/one');
    expect((await as.call('subscribePush', subscription, session.with)).status).toBe(200);
    expect((await as.call('changePassword', passwords(ada.password), session.with)).status).toBe(200);
    const { count } = await app.context.pool.get<{ count: bigint }>(
      `select count(*) from push_subscriptions p join sessions s on s.token_hash = p.session_token_hash where p.user_id = $1`,
      [ada.userId],
    );
    expect(count).toBe(1n);
  });
});

describe('a session that a program opened', () => {
  it('works without a cookie, also in a browser', async () => {
    const { token } = await logIn(await app.make.user(), {});
    expect(await statusWith(token, {})).toBe(200);
    expect(await statusWith(token, browser)).toBe(200);
  });
});
