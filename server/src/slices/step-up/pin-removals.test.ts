import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { addPasskey } from './passkeys/testing/people.ts';
import { removeDuePin } from './pin-removals.ts';

const app = useTestApp({ env: { PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000' } });

const pin = '2580';
async function withPin() {
  const ada = await app.make.user({ wallet: naira(50_000) });
  const { password } = ada;
  expect((await app.as(ada).call('setPin', { password, pin, pinCheck: pin })).status).toBe(200);
  return ada;
}
const remove = (ada: TestUser, more: Record<string, unknown> = {}) =>
  app.as(ada).call('removePin', { password: ada.password, ...more });
const change = (ada: TestUser, more: Record<string, unknown> = {}) =>
  app.as(ada).call('setPin', { password: ada.password, pin: '7391', pinCheck: '7391', ...more });
const buy = (ada: TestUser, amount = 100, more: Record<string, unknown> = {}) =>
  app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031234567', amount, force: true, ...more });
const security = async (ada: TestUser) => (await app.as(ada).call('getSecurity')).reply;
const subjects = async ({ email }: TestUser) => {
  await sendMails(app.context);
  return mailsTo(app, email).map(({ subject }) => subject);
};
/** The wait is over: by the clock of the database, which the job asks. */
const waitIsOver = (ada: TestUser) =>
  app.owner.run('update pin_removals set due_at = now() where user_id = $1', [ada.userId]);
const runJob = async () => {
  while (await removeDuePin(app.context));
};
async function withTotp(ada: TestUser) {
  const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password, pin })).reply;
  expect((await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) })).status).toBe(200);
  return codeOf(setupKey, 1);
}

describe('changing a PIN', () => {
  it('takes the old one: the password alone, or with a wrong one, sets none', async () => {
    const ada = await withPin();
    const without = await change(ada);
    expect(without.status).toBe(400);
    expect(without.refusal.errors?.[0]?.field).toBe('oldPin');
    const wrong = await change(ada, { oldPin: '9999' });
    expect(wrong.refusal).toMatchObject({ code: 'wrong_pin', errors: [{ field: 'oldPin' }] });
    // Two-step login is off, so that no code proves anything.
    expect((await change(ada, { code: '123456' })).refusal.code).toBe('changed_meanwhile');
    expect((await buy(ada, 100, { pin: '7391' })).refusal.code).toBe('wrong_pin');
    expect((await change(ada, { oldPin: pin })).status).toBe(200);
    expect((await buy(ada, 100, { pin: '7391' })).status).toBe(200);
  });

  it('is done with a code of two-step login by whoever forgot it', async () => {
    const ada = await withPin();
    const code = await withTotp(ada);
    expect((await change(ada, { code: 'ABCDE-FGHJK' })).refusal.code).toBe('wrong_code');
    expect((await change(ada, { code })).status).toBe(200);
    expect((await buy(ada, 100, { pin: '7391' })).status).toBe(200);
  });
});

describe('switching two-step login on', () => {
  const begin = (ada: TestUser, more: Record<string, unknown> = {}) =>
    app.as(ada).call('beginTotp', { password: ada.password, ...more });

  it.each<[string, (ada: TestUser) => Promise<unknown>]>([
    ['a PIN', (ada) => app.as(ada).call('setPin', { password: ada.password, pin, pinCheck: pin })],
    ['a passkey', (ada) => addPasskey(app, ada)],
    [
      'another password',
      (ada) =>
        app.as(ada).call('changePassword', {
          oldPassword: ada.password,
          newPassword: 'Kola-nut 8 at dawn',
          newPasswordCheck: 'Kola-nut 8 at dawn',
        }),
    ],
  ])('is not finished by whoever began before there was %s', async (_what, comesBetween) => {
    const ada = await app.make.user();
    const { setupKey } = (await begin(ada)).reply;
    await comesBetween(ada);
    expect((await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) })).refusal.code).toBe('totp_off');
  });

  it('nor by whoever began before a reset', async () => {
    const ada = await app.make.user();
    const { setupKey } = (await begin(ada)).reply;
    await app.anybody().call('requestPasswordReset', { email: ada.email });
    await sendMails(app.context);
    const newPassword = 'Kola-nut 8 at dawn';
    const link = resetLinkOf(app, ada.email);
    await app.anybody().call('resetPassword', { ...link, newPassword, newPasswordCheck: newPassword });
    const { token } = (await app.anybody().call('login', { userName: ada.userName, password: newPassword }))
      .reply;
    expect((await app.as({ token }).call('confirmTotp', { code: codeOf(setupKey) })).refusal.code).toBe(
      'totp_off',
    );
  });
});

describe('removing a PIN', () => {
  it('is done at once with a code of two-step login, and holds nothing', async () => {
    const ada = await withPin();
    expect((await remove(ada, { code: await withTotp(ada) })).reply.pinRemovedAt).toBeNull();
    expect(await security(ada)).toMatchObject({ hasPin: false, moneyHeld: null });
    expect((await buy(ada, 3_000)).status).toBe(200);
  });

  it('by the password alone takes no app of one’s own first: switching two-step login on takes the PIN', async () => {
    const ada = await withPin();
    const begin = (more: Record<string, unknown> = {}) =>
      app.as(ada).call('beginTotp', { password: ada.password, ...more });
    expect((await begin()).refusal.code).toBe('pin_required');
    expect((await begin({ pin: '9999' })).refusal.code).toBe('wrong_pin');
    expect((await begin({ code: '123456' })).refusal.code).toBe('pin_required');
    const none = await app.context.pool.find('select from second_factors where user_id = $1', [ada.userId]);
    expect(none).toBeUndefined();
    expect((await begin({ pin })).status).toBe(200);
  });

  it('by the password alone waits a day, tells the owner at once, and until then the PIN counts', async () => {
    const ada = await withPin();
    const asked = await remove(ada);
    expect(asked.reply.msg).toMatch(/^Your PIN is removed tomorrow \d\d:\d\d\. Until then it counts/);
    expect(Date.parse(asked.reply.pinRemovedAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await security(ada)).toMatchObject({ hasPin: true, pinRemovedAt: asked.reply.pinRemovedAt });
    await runJob();
    expect((await buy(ada)).refusal.code).toBe('pin_required');
    expect(await subjects(ada)).toContain('Your Jara PIN is about to be removed');
    const text = mailsTo(app, ada.email).at(-1)?.text ?? '';
    expect(text).toContain('/profile/security');
  });

  it('asked for again is due no sooner and no later, and is mailed once', async () => {
    const ada = await withPin();
    const first = (await remove(ada)).reply.pinRemovedAt;
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(ada)));
    for (const { reply } of answers) expect(reply.pinRemovedAt).toBe(first);
    const mailed = (await subjects(ada)).filter((subject) => subject.includes('about to be removed'));
    expect(mailed).toHaveLength(1);
  });

  it('after the wait is done by the job, holds the money, and is mailed', async () => {
    const ada = await withPin();
    const mule = await app.make.user();
    await remove(ada);
    await waitIsOver(ada);
    await runJob();
    const { hasPin, pinRemovedAt, moneyHeld } = await security(ada);
    expect({ hasPin, pinRemovedAt }).toEqual({ hasPin: false, pinRemovedAt: null });
    expect(moneyHeld).toMatchObject({ because: 'pin_removed', purchasesMost: 2_000 });
    const sent = await app.as(ada).call('transferFund', { userName: mule.userName, amount: 100 });
    expect(sent.refusal.code).toBe('money_held');
    expect(sent.refusal.msg).toMatch(/^Your PIN was removed without it: until /);
    expect(await subjects(ada)).toContain('Your Jara PIN was removed');
  });

  it.each([
    ['keeping it', (ada: TestUser) => app.as(ada).call('keepPin')],
    ['another PIN', (ada: TestUser) => change(ada, { oldPin: pin })],
    ['a reset of the password', resetByMail],
  ])('is ended by %s', async (_what, end) => {
    const ada = await withPin();
    await remove(ada);
    expect((await end(ada)).status).toBe(200);
    const { count } = await app.context.pool.get<{ count: bigint }>(
      'select count(*) from pin_removals where user_id = $1',
      [ada.userId],
    );
    expect(count).toBe(0n);
    await runJob();
    const pins = await app.context.pool.find('select from pins where user_id = $1', [ada.userId]);
    expect(pins).toBeDefined();
  });

  it('that nobody waits for any more as the mail leaves is not mailed', async () => {
    const ada = await withPin();
    await remove(ada);
    await app.as(ada).call('keepPin');
    expect(await subjects(ada)).toEqual(['Your Jara PIN was set']);
  });

  it('where none is set removes nothing and begins no wait', async () => {
    const ada = await app.make.user();
    expect((await remove(ada)).reply.pinRemovedAt).toBeNull();
    expect(await security(ada)).toMatchObject({ hasPin: false, pinRemovedAt: null });
  });

  it('at the moment when the wait is over is either done or kept', async () => {
    const ada = await withPin();
    await remove(ada);
    await waitIsOver(ada);
    const [, answer] = await Promise.all([runJob(), app.as(ada).call('keepPin')]);
    const hasStayed = answer.reply.msg === 'Your PIN stays';
    expect((await security(ada)).hasPin).toBe(hasStayed);
  });
});

async function resetByMail(ada: TestUser) {
  await app.anybody().call('requestPasswordReset', { email: ada.email });
  await sendMails(app.context);
  const link = resetLinkOf(app, ada.email);
  return app.anybody().call('resetPassword', {
    ...link,
    newPassword: 'a new password',
    newPasswordCheck: 'a new password',
  });
}
