/** What goes to somebody to whom nothing was sent before, by transfer, coupon and withdrawal. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { accountEnding, bankName, createFakeBank } from '../withdrawals/testing/fake-bank.ts';

const app = useTestApp({ env: { NEW_RECEIVER_CAP_NAIRA: '2000', PURCHASE_WAIT_MS: '5000' } });
const { validate, withdraw, holds } = createFakeBank(app);

const pin = '2580';
const rich = (input = {}) => app.make.user({ wallet: naira(50_000), ...input });
const send = (from: { token: string }, to: TestUser, amount: number, more: object = {}) =>
  app.as(from).call('transferFund', { userName: to.userName, amount, force: true, ...more });
const saidOf = async (ada: TestUser, mule: TestUser) =>
  (await app.as(ada).call('validateUser', { userName: mule.userName })).reply.newReceiver;
const dayPasses = async ({ userId }: TestUser) => {
  await app.owner.run(
    `update receivers set known_since = known_since - interval '24 hours' where user_id = $1`,
    [userId],
  );
  await app.owner.run(
    `update new_receiver_sends set sent_at = sent_at - interval '24 hours' where user_id = $1`,
    [userId],
  );
};
const pinAges = async ({ userId }: TestUser) => {
  await app.owner.run(`update pins set set_at = set_at - interval '24 hours' where user_id = $1`, [userId]);
  await app.context.sessions.forget(app.context.pool, userId);
};

describe('a user to whom nothing was sent before', () => {
  it('gets no more than the cap in the first day, in pieces and at once', async () => {
    const [ada, mule, other] = [await rich(), await app.make.user(), await app.make.user()];
    expect(await saidOf(ada, mule)).toEqual({ amount: 2_000, left: 2_000, hours: 24, until: null });
    const tooMuch = await send(ada, mule, 2_001);
    expect([tooMuch.status, tooMuch.refusal.code, tooMuch.refusal.msg]).toEqual([
      409,
      'new_receiver_cap',
      'New receivers: ₦2,000.00 at most to all together within 24 hours. ₦2,000.00 can go now',
    ]);
    // What was refused begins nothing.
    expect(await saidOf(ada, mule)).toMatchObject({ until: null });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(ada, mule, 450)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ refusal }) => refusal.code))).toEqual(new Set(['new_receiver_cap']));
    const again = await send(ada, mule, 500);
    expect(again.refusal.msg).toMatch(
      /^New receivers: ₦2,000\.00 at most to all together until (today|tomorrow) \d\d:\d\d\. ₦200\.00 can go now$/,
    );
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await saidOf(ada, mule)).toMatchObject({ left: 200, until: expect.stringMatching(/^20\d\d-/) });
    // They share it.
    expect(await saidOf(ada, other)).toMatchObject({ left: 200, until: expect.stringMatching(/^20\d\d-/) });
    expect((await send(ada, other, 201)).refusal.code).toBe('new_receiver_cap');
    expect(await holds(ada)).toBe(naira(50_000 - 1_800));
    await dayPasses(ada);
    expect(await saidOf(ada, mule)).toBeNull();
    expect((await send(ada, mule, 20_000)).status).toBe(200);
    expect((await send(ada, other, 2_000)).status).toBe(200);
  });

  it('shares it with all others that are new, users and bank accounts, also at once', async () => {
    const ada = await rich();
    const mules = await Promise.all(Array.from({ length: 6 }, () => app.make.user()));
    const accounts = Array.from({ length: 4 }, () => accountEnding('1234'));
    for (const account of accounts) await validate(ada, account);
    const answers = await Promise.all([
      ...mules.map((mule) => send(ada, mule, 450)),
      ...accounts.map((account) => withdraw(ada, account, 450)),
    ]);
    const counted = await app.owner.get<{ sent: bigint }>(
      `select sum(t.balance_before - t.balance_after)::bigint as sent from new_receiver_sends s join transactions t on t.id = s.transaction_id
       where s.user_id = $1`,
      [ada.userId],
    );
    expect(counted.sent).toBeLessThanOrEqual(naira(2_000));
    expect(await holds(ada)).toBe(naira(50_000) - counted.sent);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(new Set(refused.map(({ refusal }) => refusal.code))).toEqual(new Set(['new_receiver_cap']));
  });

  it('gets nothing more once another is known, but a day after the money went there', async () => {
    const [ada, first, second] = [await rich(), await app.make.user(), await app.make.user()];
    expect((await send(ada, first, 2_000)).status).toBe(200);
    const refused = await send(ada, second, 100);
    expect(refused.refusal.msg).toMatch(/Nothing can go now$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    // The first is known by now, what went to it counts still.
    await app.owner.run(
      `update receivers set known_since = known_since - interval '24 hours' where user_id = $1`,
      [ada.userId],
    );
    expect((await send(ada, second, 100)).refusal.code).toBe('new_receiver_cap');
    await dayPasses(ada);
    expect((await send(ada, second, 2_000)).status).toBe(200);
  });

  it('is the same one for a vendor who pays by coupon', async () => {
    const [vendor, mule] = [await rich({ isCouponVendor: true }), await app.make.user()];
    const coupon = (amount: number) =>
      app.as(vendor).call('generateCoupon', { userAccount: mule.userName, amount });
    expect((await coupon(1_500)).status).toBe(200);
    expect((await coupon(600)).refusal.code).toBe('new_receiver_cap');
    expect((await send(vendor, mule, 600)).refusal.code).toBe('new_receiver_cap');
    expect((await send(vendor, mule, 500)).status).toBe(200);
  });
});

describe('a bank account', () => {
  it('gets no more than the cap in the first day, without what the bank refused', async () => {
    const ada = await rich();
    const account = accountEnding('1234');
    expect((await validate(ada, account)).reply.newReceiver).toMatchObject({ left: 2_000, until: null });
    expect((await withdraw(ada, account, 1_500, 'first')).status).toBe(200);
    expect((await withdraw(ada, account, 600, 'second')).refusal.code).toBe('new_receiver_cap');
    expect((await withdraw(ada, account, 1_500, 'first')).status).toBe(200);
    expect((await withdraw(ada, account, 500, 'third')).status).toBe(200);
    const bola = await rich();
    const refusing = accountEnding('0001');
    await validate(bola, refusing);
    expect((await withdraw(bola, refusing, 2_000)).status).toBe(422);
    expect((await validate(bola, refusing)).reply.newReceiver).toMatchObject({ left: 2_000 });
  });

  it('is known a day after it was saved', async () => {
    const ada = await rich();
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const saved = await app.as(ada).call('addBeneficiary', { bankName, accountNumber });
    expect(saved.reply.beneficiaryList[0]?.newReceiver).toMatchObject({ left: 2_000, amount: 2_000 });
    expect((await withdraw(ada, accountNumber, 5_000)).refusal.code).toBe('new_receiver_cap');
    await dayPasses(ada);
    const { beneficiaryList } = (await app.as(ada).call('listBeneficiaries')).reply;
    expect(beneficiaryList[0]?.newReceiver).toBeNull();
    expect((await withdraw(ada, accountNumber, 5_000)).status).toBe(200);
  });
});

describe('a PIN', () => {
  it('that is new lifts nothing, changed or not, until it is as old as a receiver that is known', async () => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const { password } = ada;
    const set = (next: string, more = {}) =>
      app.as(ada).call('setPin', { password, pin: next, pinCheck: next, ...more });
    expect((await send(ada, mule, 5_000)).refusal.code).toBe('new_receiver_cap');
    expect((await set(pin)).status).toBe(200);
    expect((await send(ada, mule, 5_000, { pin })).refusal.code).toBe('new_receiver_cap');
    expect((await set('7391', { oldPin: pin })).status).toBe(200);
    expect((await send(ada, mule, 5_000, { pin: '7391' })).refusal.code).toBe('new_receiver_cap');
    expect(await saidOf(ada, mule)).toMatchObject({ left: 2_000 });
    await pinAges(ada);
    expect((await set(pin, { oldPin: '7391' })).status).toBe(200);
    expect(await saidOf(ada, mule)).toBeNull();
    expect((await send(ada, mule, 5_000, { pin })).status).toBe(200);
  });

  it('that was removed and set anew is new', async () => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const { password } = ada;
    const set = { password, pin, pinCheck: pin };
    await app.as(ada).call('setPin', set);
    await pinAges(ada);
    expect((await app.as(ada).call('removePin', { password, oldPin: pin })).status).toBe(200);
    expect((await app.as(ada).call('setPin', set)).status).toBe(200);
    expect((await send(ada, mule, 5_000, { pin })).refusal.code).toBe('new_receiver_cap');
  });
});

describe('not limited are', () => {
  it('whoever gives the PIN on a device that is known, and on no other', async () => {
    const made = await rich();
    const { userName, password } = made;
    const logIn = async () => (await app.anybody().call('login', { userName, password })).reply.token;
    const ada = { ...made, token: await logIn() };
    const mule = await app.make.user();
    await app.as(ada).call('setPin', { password, pin, pinCheck: pin });
    await pinAges(ada);
    expect(await saidOf(ada, mule)).toBeNull();
    const elsewhere = { ...made, token: await logIn() };
    expect((await send(elsewhere, mule, 5_000, { pin })).refusal.code).toBe('new_receiver_cap');
    expect((await send(ada, mule, 5_000)).refusal.code).toBe('pin_required');
    expect((await send(ada, mule, 5_000, { pin })).status).toBe(200);
  });

  it('API tokens', async () => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const tokenInput = { name: 'till', password: ada.password, scopes: ['send'] };
    const { apiToken } = (await app.as(ada).call('createApiToken', tokenInput)).reply;
    expect((await send({ token: apiToken }, mule, 5_000)).status).toBe(200);
  });
});
