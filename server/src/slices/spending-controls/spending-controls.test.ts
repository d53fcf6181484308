/** Freezing the wallet and limiting what may leave it in a day: against every way in which money leaves, and against many at once. */
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type Answer } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { balanceOf, endsAs, transactionsOf, numberOf, shortWaits } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes } from '../../../test/probes.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';
import { spentToday } from '../../ledger/spending-controls.ts';

const app = useTestApp({ env: shortWaits });

/** A day in Lagos must not end between what a test spends and what it then reads. */
beforeAll(async () => {
  const lagosMs = Date.now() + 3_600_000;
  const leftMs = 86_400_000 - (lagosMs % 86_400_000);
  if (leftMs < 90_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 1_000));
}, 120_000);

/** Every call by which money leaves a wallet. */
const spending = [
  'buyAirtime',
  'buyData',
  'buyElectricity',
  'generateCoupon',
  'transferFund',
  'upgradeToReseller',
  'withdraw',
] as const;

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const airtime = (ending = '1234') => ({ network: 1, amount: 100, mobile_number: numberOf('MTN', ending) });
/** A smart earner who may make coupons, too: can make every call of `spending`. */
const person = (wallet = naira(20_000)): Promise<TestUser> => app.make.user({ isCouponVendor: true, wallet });
const securityOf = async (user: TestUser) => (await app.as(user).call('getSecurity')).reply;
const freeze = (user: TestUser) => app.as(user).call('freezeWallet');
const unfreeze = (user: TestUser, more: object = {}) =>
  app.as(user).call('unfreezeWallet', { password: user.password, ...more });
const limit = (user: TestUser, amount: unknown, more: object = {}) =>
  app.as(user).call('setSpendingLimit', { amount, ...more });

/** What the call needs so that it goes through for this caller. */
async function inputOf(name: (typeof spending)[number], caller: TestUser): Promise<Record<string, unknown>> {
  const owner = name === 'upgradeToReseller' ? caller : await app.make.user();
  return probes[name]({ app, receiverUrl: '' }, { owner, caller });
}

const refusalOf = <Name extends CallName>({ status, refusal: { code, msg } }: Answer<Name>) => [
  status,
  code,
  msg,
];

it('every call by which an owner can find a wallet too empty can find it frozen or over its limit', () => {
  // Earnings are no wallet, and staff debit whatever the owner set.
  const others = new Set(['withdrawEarning', 'debit', 'confirmStaffRequest']);
  const refusing = (code: string) =>
    Object.entries<CallShape>(api)
      .filter(([name, { refusals = [] }]) => !others.has(name) && refusals.some((one) => one === code))
      .map(([name]) => name)
      .toSorted();
  for (const code of ['insufficient_balance', 'wallet_frozen', 'over_spending_limit'])
    expect(refusing(code)).toEqual(spending);
});

describe('a frozen wallet', () => {
  it('is frozen once, and its owner is told of it once', async () => {
    const ada = await person();
    await freeze(ada);
    await freeze(ada);
    const mails = `select count(*) from mails where user_id = $1 and kind = 'wallet_frozen'`;
    expect(await app.context.pool.get(mails, [ada.userId])).toEqual({ count: 1n });
  });

  it.each(spending)('lets nothing out by %s, until it is open again', async (name) => {
    const ada = await person();
    const input = await inputOf(name, ada);
    expect((await freeze(ada)).status).toBe(200);
    expect(refusalOf(await app.as(ada).call(name, input))).toEqual([
      409,
      'wallet_frozen',
      'Your wallet is frozen: nothing leaves it until you unfreeze it',
    ]);
    expect([await balanceOf(app, ada), await transactionsOf(app, ada)]).toEqual([naira(20_000), 0]);
    expect((await unfreeze(ada)).status).toBe(200);
    expect((await app.as(ada).call(name, input)).status).toBe(200);
    const left = await balanceOf(app, ada);
    expect(left).toBeLessThan(naira(20_000));
    expect(await spentToday(app.context.pool, ada.userId)).toBe(naira(20_000) - left);
  });

  it('lets nothing out by an API token either, and only a session freezes', async () => {
    const [ada, chidi] = [await person(), await app.make.user()];
    const byToken = app.as({ token: (await apiTokenOf({ app }, ada)).apiToken });
    expect((await byToken.call('freezeWallet')).status).toBe(403);
    await freeze(ada);
    expect((await byToken.call('buyAirtime', airtime())).refusal.code).toBe('wallet_frozen');
    const transfer = { userName: chidi.userName, amount: 10 };
    expect((await byToken.call('transferFund', transfer)).refusal.code).toBe('wallet_frozen');
    expect((await byToken.call('getProfile')).reply.user.isFrozen).toBe(true);
  });

  it('takes money in, gives back what was refused, and keeps what is moved in from the earnings', async () => {
    const [ada, chidi] = [await person(), await person()];
    const { receipt } = (await app.as(ada).call('buyAirtime', airtime('0003'))).reply;
    await probes.withdrawEarning({ app, receiverUrl: '' }, { owner: ada, caller: ada });
    await freeze(ada);
    expect((await app.as(chidi).call('transferFund', { userName: ada.userName, amount: 250 })).status).toBe(
      200,
    );
    expect((await app.as(ada).call('withdrawEarning')).reply.amount).toBe(500);
    await endsAs(app, receipt.reference, 'failed');
    expect(await balanceOf(app, ada)).toBe(naira(20_000 + 250 + 500));
  });

  it('answers a key that was used before the freeze with what it did', async () => {
    const [ada, chidi] = [await person(), await app.make.user()];
    const [bought, sent] = [airtime(), { userName: chidi.userName, amount: 10 }];
    const first = (await app.as(ada).call('buyAirtime', bought, { key: 'one' })).reply;
    await app.as(ada).call('transferFund', sent, { key: 'two' });
    await freeze(ada);
    const again = await app.as(ada).call('buyAirtime', bought, { key: 'one' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.reply.receipt._id).toBe(first.receipt._id);
    expect((await app.as(ada).call('transferFund', sent, { key: 'two' })).status).toBe(200);
    expect((await app.as(ada).call('buyAirtime', bought, { key: 'three' })).refusal.code).toBe(
      'wallet_frozen',
    );
    expect(await transactionsOf(app, ada)).toBe(2);
  });

  it('is opened by the password alone, or by password and code while two-step login is on', async () => {
    const ada = await person();
    await freeze(ada);
    expect(await securityOf(ada)).toMatchObject({ isFrozen: true });
    expect((await unfreeze(ada, { password: '' })).refusal.msg).toBe('Enter your password');
    expect(refusalOf(await unfreeze(ada, { password: 'not it at all' }))).toEqual([
      403,
      'wrong_password',
      'Your password is not correct',
    ]);
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await unfreeze(ada)).refusal.code).toBe('totp_required');
    expect((await unfreeze(ada, { code: 'not a code' })).refusal.code).toBe('wrong_code');
    expect(await securityOf(ada)).toMatchObject({ isFrozen: true });
    expect((await unfreeze(ada, { code: codeOf(setupKey, 1) })).reply.msg).toBe('Your wallet is open again');
    expect(await securityOf(ada)).toMatchObject({ isFrozen: false });
  });

  it('loses nothing after the freeze was answered, whatever 50 at once are doing', async () => {
    const chidi = await app.make.user();
    for (const round of times(3)) {
      const ada = await person();
      const spend = (turn: number) => spends99(ada, chidi, turn + round);
      const before = times(25).map(spend);
      const frozen = freeze(ada).then(async ({ status }) => [status, await balanceOf(app, ada)]);
      const meanwhile = times(25).map(spend);
      const [status, left] = await frozen;
      expect(status).toBe(200);
      const after = await Promise.all(times(10).map(spend));
      expect(after).toEqual(after.map(() => 'wallet_frozen'));
      const mailed = await Promise.all([...before, ...meanwhile]);
      expect(mailed.filter((one) => one !== 'done' && one !== 'wallet_frozen')).toEqual([]);
      expect(await balanceOf(app, ada)).toBe(left);
      const done = mailed.filter((one) => one === 'done').length;
      expect(left).toBe(naira(20_000 - 99 * done));
    }
  });
});

/** Airtime that costs 99, or a transfer of 99, turn by turn. */
async function spends99(from: TestUser, to: TestUser, turn: number): Promise<string> {
  const { status, body } =
    turn % 2 === 0
      ? await app.as(from).call('buyAirtime', airtime())
      : await app.as(from).call('transferFund', { userName: to.userName, amount: 99, force: true });
  return status < 300 ? 'done' : (body as { code: string }).code; // a refusal has one
}

describe('the day of a spending limit', () => {
  /** Puts the newest purchases of a user at these moments, the newest first; SQL that may speak of `midnight` in Lagos. */
  async function put({ userId }: TestUser, ...moments: string[]): Promise<void> {
    const { pool } = app.context;
    const rows = await pool.rows<{ id: bigint }>(
      'select id from transactions where user_id = $1 order by id desc limit $2',
      [userId, moments.length],
    );
    for (const [n, { id }] of rows.entries()) {
      await app.owner.run(
        `update transactions set created_at = (
           select ${moments[n]} from (select now()::timestamptz(0) - ((extract(epoch from now())::bigint + 3600) % 86400) * interval '1 second' as midnight) d)
         where id = $1`,
        [id],
      );
    }
  }

  it('begins at midnight in Lagos: what left before does not count, what left in that moment does', async () => {
    const ada = await person();
    await limit(ada, 250);
    for (const _ of times(2)) await app.as(ada).call('buyAirtime', airtime());
    expect((await app.as(ada).call('buyAirtime', airtime())).refusal.code).toBe('over_spending_limit');
    await put(ada, 'midnight', `midnight - interval '1 millisecond'`);
    expect(await securityOf(ada)).toMatchObject({ spentToday: 99 });
    expect((await app.as(ada).call('buyAirtime', airtime())).status).toBe(200);
    expect((await app.as(ada).call('buyAirtime', airtime())).refusal.code).toBe('over_spending_limit');
  });

  it('counts what left in it also where a transaction of the evening before was numbered later', async () => {
    const ada = await person();
    await limit(ada, 250);
    for (const _ of times(2)) await app.as(ada).call('buyAirtime', airtime());
    await put(ada, `midnight - interval '30 seconds'`, `midnight + interval '1 second'`);
    expect(await securityOf(ada)).toMatchObject({ spentToday: 99 });
  });
});

describe('a spending limit', () => {
  it('says what is left for today, and lets no more out', async () => {
    const ada = await person();
    expect((await limit(ada, '250.50')).reply).toEqual({
      msg: 'Your daily limit is ₦250.50',
      dailyLimit: 250.5,
    });
    for (const spent of [99, 198]) {
      expect((await app.as(ada).call('buyAirtime', airtime())).status).toBe(200);
      expect(await securityOf(ada)).toMatchObject({ dailyLimit: 250.5, spentToday: spent });
    }
    expect(refusalOf(await app.as(ada).call('buyAirtime', airtime()))).toEqual([
      409,
      'over_spending_limit',
      'Your daily limit leaves ₦52.50 for today',
    ]);
    const chidi = await app.make.user();
    const rest = { userName: chidi.userName, amount: '52.50' };
    expect((await app.as(ada).call('transferFund', rest)).status).toBe(200);
    expect((await app.as(ada).call('transferFund', { ...rest, amount: 1 })).refusal.msg).toBe(
      'Your daily limit leaves ₦0.00 for today',
    );
    expect(await balanceOf(app, ada)).toBe(naira(20_000) - 25_050n);
  });

  it.each(spending)('holds for %s', async (name) => {
    const [ada, chidi] = [await person(), await app.make.user()];
    const input = await inputOf(name, ada);
    await limit(ada, 100);
    await app.as(ada).call('transferFund', { userName: chidi.userName, amount: 95 });
    expect(refusalOf(await app.as(ada).call(name, input))).toEqual([
      409,
      'over_spending_limit',
      'Your daily limit leaves ₦5.00 for today',
    ]);
    expect([await balanceOf(app, ada), await transactionsOf(app, ada)]).toEqual([naira(19_905), 1]);
  });

  it('counts what is on its way, and not what failed, came back or left on another day', async () => {
    const [ada, agent] = [await person(), await app.make.user({ isAgent: true })];
    await limit(ada, 1_000);
    const spent = async () => (await securityOf(ada)).spentToday;
    expect((await app.as(ada).call('buyAirtime', airtime('0001'))).refusal.code).toBe('supplier_refused');
    expect(await spent()).toBe(0);
    const pending = (await app.as(ada).call('buyAirtime', airtime('0009'))).reply.receipt;
    expect([pending.trans_Status, await spent()]).toEqual(['pending', 99]);
    const { receipt } = (await app.as(ada).call('buyAirtime', airtime())).reply;
    expect(await spent()).toBe(198);
    await app.as(agent).call('refund', { id: receipt._id });
    expect(await spent()).toBe(99);
    await app.owner.run(
      `update transactions set created_at = created_at - interval '1 day' where user_id = $1`,
      [ada.userId],
    );
    expect(await spent()).toBe(0);
    expect((await app.as(ada).call('buyAirtime', airtime())).status).toBe(200);
    expect(await spent()).toBe(99);
  });

  it('lets 10 of 50 purchases and transfers at once through when there is room for 10', async () => {
    const [ada, chidi] = [await person(), await app.make.user()];
    await limit(ada, 1_000);
    const mailed = await Promise.all(times(50).map((turn) => spends99(ada, chidi, turn)));
    expect(mailed.filter((one) => one === 'done')).toHaveLength(10);
    expect(mailed.filter((one) => one === 'over_spending_limit')).toHaveLength(40);
    expect(await balanceOf(app, ada)).toBe(naira(20_000 - 990));
  });

  it('is lowered at once, and raised or removed by whoever knows the password', async () => {
    const ada = await person();
    const { password } = ada;
    await limit(ada, 5_000);
    expect((await limit(ada, 3_000)).status).toBe(200);
    expect((await limit(ada, 3_000)).status).toBe(200);
    expect((await limit(ada, 3_001)).refusal).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'password', msg: 'Enter your password: this raises your limit' }],
    });
    expect((await limit(ada, 3_001, { password: 'not it at all' })).refusal.code).toBe('wrong_password');
    expect((await app.as(ada).call('removeSpendingLimit', { password: 'x' })).refusal.code).toBe(
      'wrong_password',
    );
    expect((await securityOf(ada)).dailyLimit).toBe(3_000);
    expect((await limit(ada, 4_000, { password })).reply.dailyLimit).toBe(4_000);
    const { setupKey } = (await app.as(ada).call('beginTotp', { password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await limit(ada, 4_500, { password })).refusal.code).toBe('totp_required');
    expect((await limit(ada, 3_500)).status).toBe(200);
    const stepUp = { password, code: codeOf(setupKey, 1) };
    expect((await app.as(ada).call('removeSpendingLimit', stepUp)).reply.msg).toBe(
      'Your daily limit is removed',
    );
    expect((await securityOf(ada)).dailyLimit).toBeNull();
  });

  it.each([
    ['nothing', '', 'enter a valid amount'],
    ['words', 'much', 'enter a valid amount'],
    ['a sign', -500, 'enter a valid amount'],
    ['too little', 99, 'minimum limit is ₦100.00'],
    ['too much', 100_000_001, 'maximum limit is ₦100,000,000.00'],
  ])('is not set to %s', async (_what, amount, msg) => {
    const { status, refusal } = await limit(await person(), amount);
    expect([status, refusal.msg, refusal.errors]).toEqual([400, msg, [{ field: 'amount', msg }]]);
  });
});
