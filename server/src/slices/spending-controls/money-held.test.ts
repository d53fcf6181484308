/** What leaves a wallet while it is held: refused where every debit is decided, under the lock of the balance. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { numberOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { holdMoney } from '../../ledger/spending-controls.ts';

const app = useShop({ env: { HOLD_PURCHASES_NAIRA: '2000' } });

const hold = async (ada: TestUser, hours = 24) =>
  holdMoney(app.context.pool, ada.userId, { because: 'reset', hours, purchasesKobo: naira(2_000) });
async function held(input = {}) {
  const ada = await app.make.user({ wallet: naira(50_000), ...input });
  await hold(ada);
  return ada;
}
const buy = (who: { token: string }, amount: number, ending = '5555') =>
  app.as(who).call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', ending), amount, force: true });
const balanceOf = async (ada: TestUser) => (await app.as(ada).call('getProfile')).reply.user.balance;

afterEach(() => {
  vi.useRealTimers();
});

describe('while money is held', () => {
  it('says for how long by the time of the database, whatever the clock of the process says', async () => {
    const ada = await held();
    const mule = await app.make.user();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    for (const { headers, refusal } of [
      await app.as(ada).call('transferFund', { userName: mule.userName, amount: 100 }),
      await buy(ada, 2_100),
    ]) {
      expect(refusal.code).toBe('money_held');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(24 * 3_600 - 60);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3_600);
    }
  });

  it('nothing is sent, no vendor makes coupons and nobody upgrades, by session and API token', async () => {
    const vendor = await held({ isCouponVendor: true });
    const mule = await app.make.user();
    const tokenInput = { name: 'till', password: vendor.password };
    const { apiToken } = (await app.as(vendor).call('createApiToken', tokenInput)).reply;
    for (const refusal of [
      (await app.as(vendor).call('transferFund', { userName: mule.userName, amount: 100 })).refusal,
      (await app.as(vendor).call('generateCoupon', { userAccount: mule.userName, amount: 100 })).refusal,
      (
        await app.as(vendor).call('upgradeToReseller', {
          id: String(vendor.userId),
          userType: 'reseller',
        })
      ).refusal,
      (await buy({ token: apiToken }, 2_100)).refusal,
    ]) {
      expect(refusal.code).toBe('money_held');
      expect(refusal.msg).toMatch(/^Your password was reset: until /);
    }
    expect(await balanceOf(vendor)).toBe(50_000);
  });

  it('purchases go on up to a sum, for as many as come at once', async () => {
    const ada = await held();
    const answers = await Promise.all(Array.from({ length: 12 }, () => buy(ada, 400)));
    // 396 naira each: five come to 1,980.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code);
    expect(new Set(refused)).toEqual(new Set(['money_held']));
    expect(await balanceOf(ada)).toBe(48_020);
  });

  it('counts no purchase that came back, and none of before', async () => {
    const ada = await app.make.user({ wallet: naira(50_000) });
    expect((await buy(ada, 5_000)).status).toBe(200);
    await hold(ada);
    expect((await buy(ada, 1_500, '0001')).status).toBe(422);
    expect((await buy(ada, 1_500)).status).toBe(200);
    expect((await buy(ada, 1_500)).refusal.code).toBe('money_held');
  });

  it('being held again is for longer, never for less, and gives no more', async () => {
    const ada = await held();
    expect((await buy(ada, 1_500)).status).toBe(200);
    const untilOf = async () => (await app.as(ada).call('getSecurity')).reply.moneyHeld?.until ?? '';
    const first = await untilOf();
    await hold(ada, 1);
    expect(await untilOf()).toBe(first);
    await hold(ada, 48);
    expect(Date.parse(await untilOf())).toBeGreaterThan(Date.parse(first));
    expect((await buy(ada, 1_500)).refusal.code).toBe('money_held');
  });

  it('money still comes in, and when it is over everything goes again', async () => {
    const [ada, mule] = [await held(), await app.make.user({ wallet: naira(500) })];
    expect((await app.as(ada).call('testTopUp', { amount: 100 })).status).toBe(200);
    const toAda = { userName: ada.userName, amount: 100 };
    expect((await app.as(mule).call('transferFund', toAda)).status).toBe(200);
    await app.owner.run('update accounts set held_until = now() where held_until is not null', []);
    const toMule = { userName: mule.userName, amount: 20_000 };
    expect((await app.as(ada).call('transferFund', toMule)).status).toBe(200);
    expect((await app.as(ada).call('getSecurity')).reply.moneyHeld).toBeNull();
  });

  it('a key that was used before is answered first', async () => {
    const [ada, mule] = [await app.make.user({ wallet: naira(5_000) }), await app.make.user()];
    const input = { userName: mule.userName, amount: 100 };
    expect((await app.as(ada).call('transferFund', input, { key: 'once' })).status).toBe(200);
    await hold(ada);
    expect((await app.as(ada).call('transferFund', input, { key: 'once' })).status).toBe(200);
    expect((await app.as(ada).call('transferFund', input, { key: 'twice' })).refusal.code).toBe('money_held');
  });
});
