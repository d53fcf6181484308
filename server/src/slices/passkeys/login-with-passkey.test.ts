import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails, untilResetLink } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import type { Db } from '../../platform/db.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';
import { askPasswordBesidePasskeys } from '../step-up/second-factors.ts';
import { addPasskey, askedIn, somebodyWaits } from '../step-up/passkeys/testing/people.ts';
import { SoftwarePasskey } from '../step-up/passkeys/testing/software-passkey.ts';

const app = useTestApp({
  env: {
    PASSKEY_FAILURES_PER_15_MINUTES: '3',
    NEW_DEVICE_CAP_NAIRA: '1000',
    NEW_DEVICE_CAP_HOURS: '24',
  },
});

const person = async (input = {}) => {
  const ada = await app.make.user(input);
  return { ada, ...(await addPasskey(app, ada)) };
};
const begin = async () => (await app.anybody().call('beginPasskeyLogin')).reply.options;
const logIn = (answer: unknown, headers: Record<string, string> = {}) =>
  app.anybody().call('loginWithPasskey', { passkey: answer }, { headers });
async function resets(ada: TestUser): Promise<string> {
  await app.anybody().call('requestPasswordReset', { email: ada.email });
  await sendMails(app.context);
  const { userId, token } = await untilResetLink(app, ada.email);
  const newPassword = 'another horse 10';
  const reset = { userId, token, newPassword, newPasswordCheck: newPassword };
  expect((await app.anybody().call('resetPassword', reset)).status).toBe(200);
  return newPassword;
}

describe('logging in with a passkey alone', () => {
  it('says the same to everybody before it, and opens the account that the passkey names', async () => {
    const { ada, passkey } = await person();
    const [one, other] = [await begin(), await begin()];
    expect(one).toEqual({ ...other, challenge: expect.not.stringMatching(other.challenge) });
    expect(one).not.toHaveProperty('allowCredentials');
    const opened = (await logIn(passkey.answer(one))).reply;
    expect(opened.user.userName).toBe(ada.userName);
    expect((await app.as(opened).call('getProfile')).status).toBe(200);
    expect(await eventSummaries(app, ada)).toContain('login passkey ok');
  });

  it.each<[string, Parameters<SoftwarePasskey['answer']>[1]]>([
    ['was asked by another site', { origin: 'https://shop.example.evil' }],
    ['was asked in a page of another site', { crossOrigin: true }],
    ['is for another host', { rpId: 'evil.example' }],
    ['recognised nobody', { isUserVerified: false }],
    ['names nobody', { userHandle: undefined }],
    ['names another owner', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
    ['is signed by another key', { key: new SoftwarePasskey().key }],
    ['was made before it was asked', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ])('is refused when it %s', async (_what, oddities) => {
    const { ada, passkey } = await person();
    const { status, refusal } = await logIn(passkey.answer(await begin(), oddities));
    expect([status, refusal.code]).toEqual([403, 'wrong_passkey']);
    expect(await eventSummaries(app, ada)).toContain('login passkey wrong');
  });

  it('is refused in the same words when nobody has it', async () => {
    const { status, refusal } = await logIn(
      new SoftwarePasskey().answer(await begin(), { userHandle: Buffer.alloc(32, 1).toString('base64url') }),
    );
    expect([status, refusal.code]).toEqual([403, 'wrong_passkey']);
  });

  it('is done once, in time, and by what was asked for a login', async () => {
    const { ada, passkey } = await person();
    const answer = passkey.answer(await begin());
    const both = await Promise.all([logIn(answer), logIn(answer), logIn(answer)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await begin();
    await app.owner.run('update passkey_challenges set expires_at = now()');
    expect((await logIn(passkey.answer(late))).refusal.code).toBe('wrong_passkey');
    await app.owner.run('delete from attempt_counters');
    const asked = await app.anybody().call('login', { userName: ada.userName, password: ada.password });
    expect((await logIn(passkey.answer(askedIn(asked)))).refusal.code).toBe('wrong_passkey');
  });

  it('ends guessing at an account from a network, and locks no neighbour out', async () => {
    const [{ ada, passkey }, neighbour] = [await person(), await person()];
    for (let tries = 0; tries < 3; tries += 1)
      await logIn(passkey.answer(await begin(), { isUserVerified: false }));
    expect((await logIn(passkey.answer(await begin()))).status).toBe(429);
    expect(await eventSummaries(app, ada)).toContain('login passkey locked');
    expect((await logIn(neighbour.passkey.answer(await begin()))).status).toBe(200);
  });

  it('is a login on a new device like any other: told, and limited', async () => {
    const { ada, passkey } = await person({ wallet: naira(5_000) });
    const bola = await app.make.user();
    // The device that the account has known from the beginning.
    await app
      .anybody()
      .call(
        'login',
        { userName: ada.userName, password: ada.password, passkey: passkey.answer(await secondStep(ada)) },
        { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } },
      );
    const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36' };
    const opened = await logIn(passkey.answer(await begin()), phone);
    expect(opened.headers.get('set-cookie')).toMatch(/^device=/);
    const sent = await app
      .as(opened.reply)
      .call('transferFund', { userName: bola.userName, amount: 2_000, force: true });
    expect(sent.refusal.code).toBe('new_device_cap');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('New login'),
    );
  });

  it('is closed to whom staff have suspended', async () => {
    const { ada, passkey } = await person();
    const boss = await app.make.user({ isAdmin: true });
    const standing = { id: String(ada.userId), standing: 'suspended', reason: 'stolen' };
    expect((await app.as(boss).call('setStanding', standing)).status).toBe(200);
    expect((await logIn(passkey.answer(await begin()))).refusal.code).toBe('account_suspended');
  });
});

const secondStep = async ({ userName, password }: TestUser) =>
  askedIn(await app.anybody().call('login', { userName, password }));

const setHash = async (db: Db, { userId }: TestUser, password: string) =>
  db.run('update users set password_hash = $2 where id = $1', [
    userId,
    await hashPassword(password, 'known'),
  ]);

describe('after the password was changed', () => {
  it('at this very moment, a login with the passkey alone comes after it', async () => {
    const { ada, passkey } = await person();
    const answer = passkey.answer(await begin());
    const loggingIn = await app.context.pool.commit(async (db) => {
      await db.run('update users set password_reset_at = now() where id = $1', [ada.userId]);
      const asked = logIn(answer);
      await somebodyWaits(app);
      await askPasswordBesidePasskeys(db, ada.userId);
      return { asked };
    });
    expect((await loggingIn.asked).refusal.code).toBe('passkey_needs_password');
  });

  it.each(['alone', 'beside a passkey'])(
    'at this very moment, the old password %s opens nothing, and frees no passkey',
    async (how) => {
      const ada = await app.make.user();
      const { userName, password } = ada;
      const { passkey } =
        how === 'alone' ? { passkey: undefined } : { passkey: (await addPasskey(app, ada)).passkey };
      const second = passkey === undefined ? {} : { passkey: passkey.answer(await secondStep(ada)) };
      const loggingIn = await app.context.pool.commit(async (db) => {
        await setHash(db, ada, 'another horse 10');
        const asked = app.anybody().call('login', { userName, password, ...second });
        await somebodyWaits(app);
        await askPasswordBesidePasskeys(db, ada.userId);
        return { asked };
      });
      expect((await loggingIn.asked).refusal.code).toBe('wrong_credentials');
      if (passkey === undefined) return;
      expect((await logIn(passkey.answer(await begin()))).refusal.code).toBe('passkey_needs_password');
    },
  );

  it('that is only hashed anew at this very moment, a login goes on', async () => {
    const ada = await app.make.user();
    const loggingIn = await app.context.pool.commit(async (db) => {
      await setHash(db, ada, ada.password);
      const asked = app.anybody().call('login', { userName: ada.userName, password: ada.password });
      await somebodyWaits(app);
      return { asked };
    });
    expect((await loggingIn.asked).status).toBe(200);
  });

  it('by a reset, a passkey opens nothing alone before it was used beside the new one, and money is held', async () => {
    const { ada, passkey } = await person({ wallet: naira(5_000) });
    const password = await resets(ada);
    const alone = await logIn(passkey.answer(await begin()));
    expect([alone.status, alone.refusal.code]).toEqual([403, 'passkey_needs_password']);
    const refused = await app.owner.rows('select from security_events where user_id = $1 and outcome = $2', [
      ada.userId,
      'refused',
    ]);
    expect(refused).toHaveLength(1);
    // Whoever reads the mail has the new password, and not the passkey.
    const renewed = { ...ada, password };
    expect((await app.anybody().call('login', { userName: ada.userName, password })).refusal.code).toBe(
      'totp_required',
    );
    const body = { userName: ada.userName, password, passkey: passkey.answer(await secondStep(renewed)) };
    expect((await app.anybody().call('login', body)).status).toBe(200);
    const opened = (await logIn(passkey.answer(await begin()))).reply;
    const bola = await app.make.user();
    const sent = await app
      .as(opened)
      .call('transferFund', { userName: bola.userName, amount: 100, force: true });
    expect(sent.refusal.code).toBe('money_held');
  });

  it('by its owner, and after staff ended all access, the same', async () => {
    const [one, other] = [await person(), await person()];
    const newPassword = 'another horse 10';
    const changed = await app.as(one.ada).call('changePassword', {
      oldPassword: one.ada.password,
      newPassword,
      newPasswordCheck: newPassword,
      code: one.recoveryCodes[0],
    });
    expect(changed.status).toBe(200);
    const boss = await app.make.user({ isAdmin: true });
    const end = { id: String(other.ada.userId), reason: 'it was not me' };
    expect((await app.as(boss).call('endAccess', end)).status).toBe(200);
    for (const { passkey } of [one, other]) {
      expect((await logIn(passkey.answer(await begin()))).refusal.code).toBe('passkey_needs_password');
    }
  });

  it('with a passkey that signed the new one, that passkey goes on, and the others wait', async () => {
    const { ada, passkey } = await person();
    const stepUp = { passkey: passkey.answer(askedIn(await app.as(ada).call('beginPasskey', {}))) };
    const other = await addPasskey(app, ada, undefined, { stepUp });
    const change = (more: Record<string, unknown> = {}) =>
      app.as(ada).call('changePassword', {
        oldPassword: ada.password,
        newPassword: 'another horse 10',
        newPasswordCheck: 'another horse 10',
        ...more,
      });
    const answer = passkey.answer(askedIn(await change()));
    const stolen = { newPassword: 'a thief of mine 7', newPasswordCheck: 'a thief of mine 7' };
    expect((await change({ ...stolen, passkey: answer })).refusal.code).toBe('wrong_passkey');
    expect((await change({ passkey: passkey.answer(askedIn(await change())) })).status).toBe(200);
    expect((await logIn(passkey.answer(await begin()))).status).toBe(200);
    expect((await logIn(other.passkey.answer(await begin()))).refusal.code).toBe('passkey_needs_password');
  });
});
