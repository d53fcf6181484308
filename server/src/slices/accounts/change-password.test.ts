import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { LOGIN_FAILURES_PER_15_MINUTES: '4' } });

const change = (ada: TestUser, changes: Record<string, unknown> = {}) =>
  app.as(ada).call('changePassword', {
    oldPassword: ada.password,
    newPassword: 'another password',
    newPasswordCheck: 'another password',
    ...changes,
  });
const logIn = (ada: TestUser, password: string) =>
  app.anybody().call('login', { userName: ada.userName, password });
const isValid = async (token: string) => (await app.as({ token }).call('isTokenValid')).reply.valid;

describe('changing the password', () => {
  it('lets the new one in and the old one out, and ends all other sessions', async () => {
    const ada = await app.make.user();
    const other = (await logIn(ada, ada.password)).reply.token;
    const stranger = await app.make.user();
    expect((await change(ada)).reply.msg).toBe('Your password is changed. All other devices are logged out');
    expect((await logIn(ada, ada.password)).status).toBe(400);
    expect((await logIn(ada, 'another password')).status).toBe(200);
    expect(await isValid(ada.token)).toBe(true);
    expect(await isValid(stranger.token)).toBe(true);
    await expect.poll(() => isValid(other)).toBe(false);
  });

  it.each([
    [
      { newPassword: 'short', newPasswordCheck: 'short' },
      'newPassword',
      'Use at least 8 characters for the password',
    ],
    [{ newPasswordCheck: 'different one' }, 'newPasswordCheck', 'Enter the same password twice'],
  ])('refuses %j', async (changes, field, msg) => {
    const ada = await app.make.user();
    const { status, refusal } = await change(ada, changes);
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', msg, errors: [{ field, msg }] });
    expect((await logIn(ada, ada.password)).status).toBe(200);
  });

  it('takes the PIN of whoever has one, and a code of whoever has two-step login alone', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const pin = '2580';
    await app.as(ada).call('setPin', { password: ada.password, pin, pinCheck: pin });
    expect((await change(ada)).refusal.code).toBe('pin_required');
    expect((await change(ada, { pin: '9999' })).refusal.code).toBe('wrong_pin');
    expect((await logIn(ada, ada.password)).status).toBe(200);
    expect((await change(ada, { pin })).status).toBe(200);
    const { setupKey } = (await app.as(bola).call('beginTotp', { password: bola.password })).reply;
    await app.as(bola).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await change(bola)).refusal.code).toBe('totp_required');
    expect((await change(bola, { code: codeOf(setupKey, 1) })).status).toBe(200);
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    const changed = events.find(({ what, outcome }) => what === 'password_changed' && outcome === 'ok');
    expect(changed?.factor).toBe('pin');
  });

  it.each(['oldPassword', 'newPassword', 'newPasswordCheck'])('asks for a missing %s', async (field) => {
    const ada = await app.make.user();
    const { status, refusal } = await change(ada, { [field]: '' });
    expect(status).toBe(400);
    expect(refusal.msg).toBe('All fields are required');
  });

  it('answers a wrong old password with 403, and stops guessing', async () => {
    const ada = await app.make.user();
    for (let failures = 0; failures < 4; failures += 1) {
      const { status, refusal } = await change(ada, { oldPassword: 'not the old one' });
      expect(status).toBe(403);
      expect(refusal.code).toBe('wrong_password');
    }
    const { status, headers } = await change(ada);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn(ada, ada.password)).status).toBe(200);
  });

  it('needs a session', async () => {
    const { status, refusal } = await app.anybody().call('changePassword', {
      oldPassword: 'x',
      newPassword: 'another password',
      newPasswordCheck: 'another password',
    });
    expect(status).toBe(401);
    expect(refusal.code).toBe('unauthenticated');
  });

  it('succeeds once when it is asked ten times at once', async () => {
    const ada = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        change(ada, { newPassword: `my password is ${n}`, newPasswordCheck: `my password is ${n}` }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(ada, `my password is ${winner}`)).status).toBe(200);
  });
});
