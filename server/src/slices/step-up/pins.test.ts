import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes } from '../../../test/probes.ts';

const app = useTestApp({ env: { PIN_FAILURES_PER_HOUR: '3' } });

const setPin = (ada: TestUser, pin = '2580', changes: Record<string, unknown> = {}) =>
  app.as(ada).call('setPin', { password: ada.password, pin, pinCheck: pin, ...changes });
const withPin = async (input = {}) => {
  const ada = await app.make.user({ wallet: naira(5_000), ...input });
  expect((await setPin(ada)).status).toBe(200);
  return ada;
};
const buy = (ada: { token: string }, more: Record<string, unknown> = {}, key?: string) =>
  app
    .as(ada)
    .call(
      'buyAirtime',
      { network: 1, mobile_number: '08031234567', amount: 100, force: true, ...more },
      key === undefined ? {} : { key },
    );

describe('setting a PIN', () => {
  it.each([
    ['123', 'Use 4 to 6 digits for the PIN'],
    ['1234567', 'Use 4 to 6 digits for the PIN'],
    ['12a4', 'Use 4 to 6 digits for the PIN'],
    ['٢٥٨٠', 'Use 4 to 6 digits for the PIN'],
    ['1234', 'This PIN is easy to guess. Choose another'],
    ['98765', 'This PIN is easy to guess. Choose another'],
    ['000000', 'This PIN is easy to guess. Choose another'],
  ])('refuses %s', async (pin, msg) => {
    const ada = await app.make.user();
    const { status, refusal } = await setPin(ada, pin);
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ msg, errors: [{ field: 'pin', msg }] });
  });

  it('takes the password, the PIN twice, and a session', async () => {
    const ada = await app.make.user();
    expect((await setPin(ada, '2580', { pinCheck: '2581' })).refusal.msg).toBe('Enter the same PIN twice');
    expect((await setPin(ada, '2580', { password: '' })).refusal.msg).toBe('All fields are required');
    expect((await setPin(ada, '2580', { password: 'not it at all' })).refusal.code).toBe('wrong_password');
    const tokenInput = { name: 'till', password: ada.password };
    const { apiToken } = (await app.as(ada).call('createApiToken', tokenInput)).reply;
    expect((await setPin({ ...ada, token: apiToken })).status).toBe(403);
    expect((await app.as(ada).call('getSecurity')).reply.hasPin).toBe(false);
  });

  it('stores neither the PIN nor what could be tried without the key', async () => {
    const ada = await withPin();
    const { pinHash } = await app.context.pool.get<{ pinHash: string }>(
      'select pin_hash as "pinHash" from pins where user_id = $1',
      [ada.userId],
    );
    expect(pinHash).toMatch(/^\$argon2id\$/);
    const { isRightPassword } = await import('../../platform/passwords.ts');
    expect(await isRightPassword(pinHash, '2580', 'known').catch(() => false)).toBe(false);
  });
});

describe('with a PIN', () => {
  const asking = Object.values<Call>(api).filter(({ pin }) => pin === true);
  it.each(asking)('$name, which takes money out, asks for it', async ({ name }) => {
    const ada = await withPin({ isCouponVendor: true });
    const probe = { app, receiverUrl: '' };
    const input = await probes[name](probe, { owner: ada, caller: ada });
    const before = (await app.as(ada).call('getProfile')).reply.user.balance;
    expect((await app.as(ada).call(name, { ...input, pin: undefined })).refusal.code).toBe('pin_required');
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(before);
  });

  it.each([
    ['buyAirtime', { network: 1, mobile_number: '08031234567', amount: 100 }],
    ['buyData', { network: 1, mobile_number: '08031234567', plan: 1 }],
    ['buyElectricity', { amount: 1_000, meterId: 18, meterNumber: '04123456789', meterType: 'prepaid' }],
    ['transferFund', { userName: 'nobody_here', amount: 100 }],
    ['withdraw', { bankName: 'GTBank', accountNumber: '0123456789', amount: 500 }],
  ] as const)('%s asks for it', async (call, input) => {
    const ada = await withPin();
    const without = await app.as(ada).call(call, input);
    expect(without.status).toBe(403);
    expect(without.refusal).toMatchObject({ code: 'pin_required', msg: 'Enter your PIN' });
    const wrong = await app.as(ada).call(call, { ...input, pin: '2581' });
    expect(wrong.status).toBe(403);
    expect(wrong.refusal).toMatchObject({ code: 'wrong_pin', errors: [{ field: 'pin' }] });
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(5_000);
    const right = await app.as(ada).call(call, { ...input, pin: '2580' });
    expect(['pin_required', 'wrong_pin']).not.toContain(right.status < 400 ? 'done' : right.refusal.code);
  });

  it('making a coupon asks its maker for it', async () => {
    const vendor = await withPin({ isCouponVendor: true });
    const input = { userAccount: vendor.userName, amount: 100 };
    expect((await app.as(vendor).call('generateCoupon', input)).refusal.code).toBe('pin_required');
    expect((await app.as(vendor).call('generateCoupon', { ...input, pin: '2580' })).status).toBe(200);
  });

  it('what brings money in does not', async () => {
    const ada = await withPin();
    expect((await app.as(ada).call('testTopUp', { amount: 100 })).status).toBe(200);
  });

  it('the same request goes through with the same key once the PIN is there', async () => {
    const ada = await withPin();
    expect((await buy(ada, {}, 'order-1')).refusal.code).toBe('pin_required');
    expect((await buy(ada, { pin: '9999' }, 'order-1')).refusal.code).toBe('wrong_pin');
    const bought = await buy(ada, { pin: '2580' }, 'order-1');
    expect(bought.status).toBe(200);
    const again = await buy(ada, { pin: '2580' }, 'order-1');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(4_901);
  });

  it('an API token is not asked', async () => {
    const ada = await withPin();
    const input = { name: 'till', password: ada.password, pin: '2580' };
    const { apiToken } = (await app.as(ada).call('createApiToken', input)).reply;
    expect((await buy({ token: apiToken })).status).toBe(200);
  });

  it('guessing ends after three wrong ones, for thirty at once, the right one included', async () => {
    const ada = await withPin();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => buy(ada, { pin: String(3_000 + n * 7) })),
    );
    const codes = guesses.map(({ refusal }) => refusal.code);
    expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(3);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(27);
    const { status, headers } = await buy(ada, { pin: '2580' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // Nor does changing or removing it take the right one now: those are guesses as well.
    expect((await setPin(ada, '7391', { oldPin: '2580' })).status).toBe(429);
    const removing = await app.as(ada).call('removePin', { password: ada.password, oldPin: '2580' });
    expect(removing.status).toBe(429);
    // The owner is told of it once, whoever it was.
    await sendMails(app.context);
    const mails = mailsTo(app, ada.email).filter(({ subject }) => subject.startsWith('Wrong'));
    expect(mails).toMatchObject([
      { subject: 'Wrong PINs for your Jara account', text: expect.stringContaining('/requestPasswordReset') },
    ]);
    const words = mails[0]?.text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('on which you gave the right PIN take it as always');
    expect(words).not.toContain('for a while no PIN is taken');
  });

  it('the right one, sent many times at once with one key, is paid once, and nobody hears a definite no', async () => {
    const ada = await withPin();
    const sent = await Promise.all(Array.from({ length: 12 }, () => buy(ada, { pin: '2580' }, 'one')));
    sent.push(await buy(ada, { pin: '2580' }, 'one'));
    const said = sent.map((one) =>
      one.status === 200 ? 'paid' : `${one.refusal.code} ${one.headers.get('retry-after')}`,
    );
    expect(said.filter((one) => one !== 'paid' && one !== 'idempotency_in_progress 1')).toEqual([]);
    expect(said.at(-1)).toBe('paid');
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(4_901);
  });

  it('tries that are looked at make others wait a second, and no longer than a look takes', async () => {
    const ada = await withPin();
    const tries = (wrong: number, secondsAgo: number) =>
      app.owner.run(
        `update attempt_counters set attempts = 3, wrong = $1, last_try_at = now() - make_interval(secs => $2)
         where key like 'pin:%' and window_ends_at < now() + interval '2 hours' and last_try_at is not null`,
        [wrong, secondsAgo],
      );
    const answer = async (key?: string) => {
      const { refusal, headers } = await buy(ada, { pin: '2580' }, key);
      return [refusal.code, Number(headers.get('retry-after')) > 1];
    };
    expect((await buy(ada, { pin: '2581' })).refusal.code).toBe('wrong_pin');
    await tries(2, 0);
    expect(await answer('one')).toEqual(['idempotency_in_progress', false]);
    expect(await answer()).toEqual(['too_many_requests', false]);
    // They have failed: whether they were wrong is not known, so they count.
    await tries(2, 11);
    expect(await answer('one')).toEqual(['too_many_requests', true]);
    await tries(3, 0);
    expect(await answer('one')).toEqual(['too_many_requests', true]);
    // Another hour, another count.
    await app.owner.run(`update attempt_counters set window_ends_at = now() where key like 'pin:%'`);
    expect((await buy(ada, { pin: '2581' })).refusal.code).toBe('wrong_pin');
    const { wrong } = await app.owner.get<{ wrong: number }>(
      `select wrong from attempt_counters where last_try_at is not null and window_ends_at > now() order by last_try_at desc limit 1`,
    );
    expect(wrong).toBe(1);
  });

  it('guessing by one key ends after three wrong ones as well, for thirty at once', async () => {
    const ada = await withPin();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => buy(ada, { pin: String(3_000 + n * 7) }, `key-${n}`)),
    );
    const codes = guesses.map(({ refusal }) => refusal.code);
    expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(3);
    const locked = await buy(ada, { pin: '2580' }, 'right');
    expect(locked.refusal.code).toBe('too_many_requests');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(1);
  });

  it('guessing ends for a day after three hours of it, whatever the owner pays meanwhile', async () => {
    const ada = await withPin();
    const passHour = () =>
      app.owner.run(
        `update attempt_counters set window_ends_at = window_ends_at - interval '1 hour' where key like 'pin:%'`,
      );
    for (let hour = 0; hour < 3; hour += 1) {
      for (let guess = 0; guess < 3; guess += 1)
        expect((await buy(ada, { pin: `3${hour}7${guess}` })).refusal.code).toBe('wrong_pin');
      await passHour();
      if (hour < 2) expect((await buy(ada, { pin: '2580' })).status).toBe(200);
    }
    const { status, headers } = await buy(ada, { pin: '2580' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(20 * 3_600);
    await app.owner.run(`update attempt_counters set window_ends_at = now() where key like 'pin:%'`);
    expect((await buy(ada, { pin: '2580' })).status).toBe(200);
  });

  it('removing it takes the password and the PIN, and ends the asking', async () => {
    const ada = await withPin();
    const remove = (password: string) => app.as(ada).call('removePin', { password, oldPin: '2580' });
    expect((await remove('not it at all')).refusal.code).toBe('wrong_password');
    expect((await buy(ada)).refusal.code).toBe('pin_required');
    expect((await remove(ada.password)).status).toBe(200);
    await expect.poll(async () => (await buy(ada)).status).toBe(200);
    expect((await app.as(ada).call('getSecurity')).reply.hasPin).toBe(false);
  });

  it('a reset of the password leaves it', async () => {
    const ada = await withPin();
    await app.context.pool.run('update users set password_reset_at = now() where id = $1', [ada.userId]);
    expect((await buy(ada)).refusal.code).toBe('pin_required');
  });
});
