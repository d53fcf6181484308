import { api } from '@jara/contract/api.ts';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp, type Answer } from '../../test/app.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { TestUser } from '../../test/make.ts';
import { moneyCalls, sendByProbe, shapes, type Prove } from './testing/money-calls.ts';
import { untilBlocked } from '../../test/pool.ts';
import { probeSettings } from '../../test/probes.ts';
import { addPasskey, askedIn } from '../slices/step-up/passkeys/testing/people.ts';
import { SoftwarePasskey } from '../slices/step-up/passkeys/testing/software-passkey.ts';
import { accountEnding, createFakeBank } from '../slices/withdrawals/testing/fake-bank.ts';

/*
 * One key, many requests at the same moment, and only enough money for one: whoever sends a request again because the first answer did
 * not come must not be told that nothing was done.
 */

const app = useTestApp({
  env: { ...probeSettings, PURCHASE_WAIT_MS: '2000', COUPON_DAILY_MAXIMUM_NAIRA: '1000' },
});
const { validate, withdraw } = createFakeBank(app);

const VOLLEY = 12;
const ROUNDS = 4;

type Send = () => Promise<Answer<CallName>>;

async function couponFor(owner: TestUser, amount: number): Promise<string> {
  const admin = await app.make.user({ isAdmin: true });
  return (await app.as(admin).call('generateCoupon', { userAccount: owner.userName, amount })).reply
    .couponCode;
}

/** Each gives the request that is sent many times. With what the caller has it can be done only once. */
const scarce: Record<string, () => Promise<Send>> = {
  'transfer of the whole wallet': async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(700) }), await app.make.user()];
    const input = { userName: chidi.userName, amount: 700 };
    return () => app.as(ada).call('transferFund', input, { key: 'one' });
  },
  'withdrawal of the whole wallet': async () => {
    const ada = await app.make.user({ wallet: naira(700) });
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    return () => withdraw(ada, accountNumber, 700, 'one');
  },
  'coupon of a vendor': async () => {
    const [vendor, ada] = [
      await app.make.user({ isCouponVendor: true, wallet: naira(900) }),
      await app.make.user(),
    ];
    const input = { userAccount: ada.userName, amount: 300 };
    return () => app.as(vendor).call('generateCoupon', input, { key: 'one' });
  },
  'coupon of an admin, all of the day': async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const input = { userAccount: ada.userName, amount: 1_000 };
    return () => app.as(admin).call('generateCoupon', input, { key: 'one' });
  },
  'redeemed coupon': async () => {
    const ada = await app.make.user();
    const coupon = await couponFor(ada, 100);
    return () => app.as(ada).call('redeemCoupon', { coupon }, { key: 'one' });
  },
  'withdrawal of all earnings': async () => {
    const ada = await app.make.user();
    const referee = await app.make.user({ wallet: naira(1_000) });
    await app.context.pool.run('update users set referred_by = $2 where id = $1', [
      referee.userId,
      ada.userId,
    ]);
    const upgrade = { id: String(referee.userId), userType: 'reseller' };
    expect((await app.as(referee).call('upgradeToReseller', upgrade)).status).toBe(200);
    return () => app.as(ada).call('withdrawEarning', {}, { key: 'one' });
  },
};

const setPin = async (ada: TestUser, code?: string) => {
  const input = { password: ada.password, pin: '2580', pinCheck: '2580', code };
  expect((await app.as(ada).call('setPin', input)).status).toBe(200);
};

const byPin: Prove = async (ada) => {
  await setPin(ada);
  return { pin: '2580' };
};

const byPasskey: Prove = async (ada, ask) => {
  // One that counts: its repeat shows the same count.
  const { passkey, recoveryCodes } = await addPasskey(app, ada, new SoftwarePasskey({ count: 1 }));
  await setPin(ada, recoveryCodes[0]);
  return { passkey: passkey.answer(askedIn(await ask())) };
};

/** What staff do by these moves no money and no coupon, so that they take no key. */
const movesNothing = [
  'addPlan',
  'addUserNote',
  'answerDispute',
  'cancelPriceSchedule',
  'closeReservedAccount',
  'correctContactDetails',
  'decideRecoveryItem',
  'deletePlan',
  'endAccess',
  'findAnything',
  'holdWithdrawals',
  'openShop',
  'previewMail',
  'reQueryWithdrawal',
  'rejectStaffRequest',
  'resetUserPassword',
  'revealCoupon',
  'schedulePrices',
  'sendMail',
  'setCostPrice',
  'setRoles',
  'setSpecialPrice',
  'setStanding',
  'setSupplier',
  'stopMailCampaign',
  'updateNotification',
  'updatePlan',
  'updatePrice',
  'updateServices',
  'upgradeUser',
  'upgradeUserByGet',
  'withdrawStaffRequest',
];

/** What names the one thing that was done. */
function doneBy({ body }: Answer<CallName>): string {
  const { receipt, couponCode, balance, coupon, entry, staffRequest, paymentLink, msg } = body as Record<
    string,
    unknown
  > &
    Record<'receipt' | 'coupon' | 'entry' | 'staffRequest', { _id: string } | undefined>;
  const made = receipt ?? coupon ?? entry ?? staffRequest;
  return String(made?._id ?? couponCode ?? balance ?? paymentLink ?? msg);
}

/** Sends one request many times at once, and once more when all is over. */
async function expectOneDone(send: Send): Promise<void> {
  const answers = await Promise.all(Array.from({ length: VOLLEY }, send));
  answers.push(await send());
  const said = answers.map(({ status, body, headers }) =>
    // A withdrawal may still wait for the bank.
    status >= 200 && status <= 202
      ? 'done'
      : `${status} ${(body as { code: string }).code} ${headers.get('retry-after') ?? ''}`,
  );
  expect(said.filter((one) => one !== 'done' && one !== '409 idempotency_in_progress 1')).toEqual([]);
  expect(said.at(-1)).toBe('done');
  const done = answers.filter(({ status }) => status < 300);
  expect(new Set(done.map(doneBy)).size).toBe(1);
  expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
}

describe('one key, sent many times at once', () => {
  it.each(Object.keys(scarce))('is done once, and nobody hears a no: %s', async (name) => {
    for (let round = 0; round < ROUNDS; round += 1)
      await expectOneDone((await scarce[name]?.()) ?? expect.unreachable());
  });

  // An upgrade ends the session of who asks: below.
  it.each(moneyCalls.filter((name) => name !== 'upgradeToReseller'))(
    'is done once, whatever moves money: %s',
    async (name) => expectOneDone(await sendByProbe(app, name)),
  );

  const asking = shapes.filter(([, { pin }]) => pin === true).map(([name]) => name);
  // An upgrade ends the session of who asks: below.
  const byOwners = asking.filter((name) => name !== 'upgradeToReseller');

  it.each(byOwners)('is done once, by one answer of a passkey: %s', async (name) =>
    expectOneDone(await sendByProbe(app, name, byPasskey)),
  );

  it.each(byOwners)('is done once, by the PIN: %s', async (name) =>
    expectOneDone(await sendByProbe(app, name, byPin)),
  );

  it('every call of staff that changes something moves money by a key, or moves none', () => {
    const changes = shapes.filter(
      ([name, { access, money, changesByGet }]) =>
        ['vendor', 'staff', 'admin'].includes(access) &&
        (api[name].method !== 'GET' || changesByGet !== undefined) &&
        money === undefined,
    );
    expect(changes.map(([name]) => name).toSorted()).toEqual(movesNothing.toSorted());
  });
});

describe('one key for what ends the session of who asks', () => {
  const loggedInAgain = async ({ userName, password }: TestUser) =>
    (await app.anybody().call('login', { userName, password })).reply.token;

  it('an upgrade, sent three times at once, is done once, and nobody who sent it hears a no', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const chidi = await app.make.user();
    const other = { token: await loggedInAgain(ada) };
    for (const caller of [ada, other]) expect((await app.as(caller).call('getProfile')).status).toBe(200);
    const upgrade = (caller: { token: string }, key = 'one') =>
      app.as(caller).call('upgradeToReseller', { id: String(ada.userId), userType: 'reseller' }, { key });
    const sent: Promise<Answer<CallName>>[] = [];
    // All have come before the first is done: it waits for the wallet, and they for it.
    await app.owner.commit(async (db) => {
      await db.run(`select from accounts where user_id = $1 and kind = 'wallet' for update`, [ada.userId]);
      sent.push(upgrade(ada));
      await untilBlocked(app.owner, 1);
      const gift = { userName: chidi.userName, amount: 100 };
      sent.push(upgrade(ada), upgrade(ada), upgrade(other), app.as(ada).call('transferFund', gift));
      await untilBlocked(app.owner, 5);
    });
    const [first, second, third, byOther, transfer] = await Promise.all(sent);
    for (const done of [first, second, third]) expect(done?.status).toBe(200);
    expect([first, second, third].map((done) => done?.headers.get('idempotent-replayed') ?? null)).toEqual([
      null,
      'true',
      'true',
    ]);
    // It opens nothing else, and to nobody else.
    expect(byOther?.refusal.code).toBe('idempotency_key_reused');
    expect(transfer?.refusal.code).toBe('unauthenticated');
    expect((await upgrade(ada)).refusal.code).toBe('unauthenticated');
    const { balance } = await app.owner.get<{ balance: bigint }>(
      `select balance from accounts where user_id = $1 and kind = 'wallet'`,
      [ada.userId],
    );
    expect(balance).toBe(naira(4_000));
  });
});
