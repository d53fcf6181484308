import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';
import { eventSummaries } from '../../security-events/testing/event-summaries.ts';
import { addPasskey, askedIn, passkeysOf } from './testing/people.ts';
import { SoftwarePasskey } from './testing/software-passkey.ts';

const app = useTestApp({ env: { PASSKEY_FAILURES_PER_15_MINUTES: '4' } });

const withPasskey = async (passkey = new SoftwarePasskey()) => {
  const ada = await app.make.user();
  return { ada, ...(await addPasskey(app, ada, passkey)) };
};
const logIn = (ada: TestUser, more: Record<string, unknown> = {}) =>
  app.anybody().call('login', { userName: ada.userName, password: ada.password, ...more });

describe('a passkey as second step', () => {
  it('is asked for after the right password only, and opens the account', async () => {
    const { ada, passkey } = await withPasskey();
    expect((await logIn(ada, { password: 'not it at all' })).refusal).not.toHaveProperty('passkey');
    const asked = await logIn(ada);
    expect(asked.refusal).toMatchObject({
      code: 'totp_required',
      msg: 'Use your passkey, or enter a recovery code',
    });
    const request = askedIn(asked);
    expect(request).toMatchObject({ rpId: 'shop.example', userVerification: 'required' });
    const opened = await logIn(ada, { passkey: passkey.answer(request) });
    expect(opened.status).toBe(200);
    expect(await eventSummaries(app, ada)).toContain('login passkey ok');
    expect((await passkeysOf(app, ada))[0]?.lastUsedAt).not.toBeNull();
  });

  it('can be a recovery code instead, once', async () => {
    const { ada, recoveryCodes } = await withPasskey();
    expect((await logIn(ada, { code: '123456' })).refusal.code).toBe('wrong_code');
    expect((await logIn(ada, { code: recoveryCodes[0] })).status).toBe(200);
    expect((await logIn(ada, { code: recoveryCodes[0] })).refusal.code).toBe('wrong_code');
  });

  it.each<[string, Parameters<SoftwarePasskey['answer']>[1]]>([
    ['was asked by another site', { origin: 'https://shop.example.evil' }],
    ['was asked in a page of another site', { crossOrigin: true }],
    ['is for another host', { rpId: 'evil.example' }],
    ['recognised nobody', { isUserVerified: false }],
    ['was made for another purpose', { type: 'webauthn.create' }],
    ['is signed by another key', { key: new SoftwarePasskey().key }],
    ['names another owner', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
  ])('is refused when it %s', async (_what, oddities) => {
    const { ada, passkey } = await withPasskey();
    const { status, refusal } = await logIn(ada, {
      passkey: passkey.answer(askedIn(await logIn(ada)), oddities),
    });
    expect([status, refusal.code]).toEqual([403, 'wrong_passkey']);
    expect(await eventSummaries(app, ada)).toContain('login passkey wrong');
  });

  it('may leave its owner out, since the password has named one', async () => {
    const { ada, passkey } = await withPasskey();
    const answer = passkey.answer(askedIn(await logIn(ada)), { userHandle: undefined });
    expect((await logIn(ada, { passkey: answer })).status).toBe(200);
  });

  it('is of this account, and answers what was asked for this account', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const foreign = other.passkey.answer(askedIn(await logIn(one.ada)));
    expect((await logIn(one.ada, { passkey: foreign })).refusal.code).toBe('wrong_passkey');
    const elsewhere = one.passkey.answer(askedIn(await logIn(other.ada)));
    expect((await logIn(one.ada, { passkey: elsewhere })).refusal.code).toBe('wrong_passkey');
    const { options } = (await app.anybody().call('beginPasskeyLogin')).reply;
    expect((await logIn(one.ada, { passkey: one.passkey.answer(options) })).refusal.code).toBe(
      'wrong_passkey',
    );
  });

  it('answers once, of many at once one', async () => {
    const { ada, passkey } = await withPasskey();
    const answer = passkey.answer(askedIn(await logIn(ada)));
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(ada, { passkey: answer })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(ada, { passkey: answer })).refusal.code).toBe('wrong_passkey');
  });

  it('ends guessing after four, the right one included', async () => {
    const { ada, passkey } = await withPasskey();
    for (let tries = 0; tries < 4; tries += 1) {
      const wrong = passkey.answer(askedIn(await logIn(ada)), { isUserVerified: false });
      expect((await logIn(ada, { passkey: wrong })).refusal.code).toBe('wrong_passkey');
    }
    const right = passkey.answer(askedIn(await logIn(ada)));
    expect((await logIn(ada, { passkey: right })).status).toBe(429);
    expect(await eventSummaries(app, ada)).toContain('login passkey locked');
  });

  it('that counts and does not count on is refused as a copy, and on record', async () => {
    const { ada, passkey } = await withPasskey(new SoftwarePasskey({ count: 5 }));
    expect((await logIn(ada, { passkey: passkey.answer(askedIn(await logIn(ada))) })).status).toBe(200);
    for (const count of [6, 3, 0]) {
      const copied = passkey.answer(askedIn(await logIn(ada)), { count });
      const { status, refusal } = await logIn(ada, { passkey: copied });
      expect([count, status, refusal.code]).toEqual([count, 403, 'passkey_copied']);
    }
    expect(
      (await eventSummaries(app, ada)).filter((event) => event === 'login passkey refused'),
    ).toHaveLength(3);
    const next = passkey.answer(askedIn(await logIn(ada)), { count: 20 });
    expect((await logIn(ada, { passkey: next })).status).toBe(200);
  });

  it('that is forged tells nothing of a copy', async () => {
    const { ada, passkey } = await withPasskey(new SoftwarePasskey({ count: 5 }));
    const forged = passkey.answer(askedIn(await logIn(ada)), {
      count: 1,
      key: new SoftwarePasskey().key,
    });
    expect((await logIn(ada, { passkey: forged })).refusal.code).toBe('wrong_passkey');
  });
});
