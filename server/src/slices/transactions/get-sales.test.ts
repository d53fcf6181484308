import { lagosDay } from '@jara/contract/lagos-time.ts';
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
let ada: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  ada = await app.make.user({ wallet: naira(20_000) });
});

const sales = async (query: Record<string, unknown> = {}) =>
  (await app.as(admin).call('getSales', query)).reply;
const buysAirtime = async (number: string, amount: number) =>
  app.as(ada).call('buyAirtime', { network: 1, mobile_number: number, amount });
const daysBack = (count: number) => lagosDay(Date.now() - count * 86_400_000);
const nothing = { sales: 0, revenue: 0, profit: 0, total_volume_sold: 0 };

describe('the sales of the last days', () => {
  it('have a row for each day, also one without a sale, and the last one is today', async () => {
    expect(await sales({ days: 3 })).toEqual({
      days: [
        { day: daysBack(2), ...nothing },
        { day: daysBack(1), ...nothing },
        { day: daysBack(0), ...nothing },
      ],
      networks: [],
    });
    expect((await sales()).days).toHaveLength(14);
  });

  it('count what was delivered, with its profit, on the day in Lagos on which it was bought', async () => {
    const { MTN } = (await app.as(ada).call('getProfile')).reply.subscriptionPlans;
    const plan = MTN.find((one) => one.plan === '1GB' && one.plan_type === 'SME') ?? expect.unreachable();
    const { cost } = await app.context.pool.get<{ cost: bigint }>(
      'select cost_kobo as cost from plans where id = $1',
      [plan.id],
    );
    const bought = await app
      .as(ada)
      .call('buyData', { network: 1, plan: plan.id, mobile_number: '08031110000' });
    expect(bought.status).toBe(200);
    expect((await buysAirtime('08031110000', 1_000)).status).toBe(200);
    // Refused, so no sale; the top-up is none either.
    expect((await buysAirtime('08031110001', 1_000)).status).toBe(422);
    await app.as(ada).call('testTopUp', { amount: 500 });
    const old = await buysAirtime('08031112222', 500);
    // One millisecond before midnight in Lagos begins yesterday.
    await app.owner.run('update transactions set created_at = $2 where id = $1', [
      old.reply.receipt._id,
      new Date(Date.parse(`${daysBack(1)}T00:00:00+01:00`) - 1),
    ]);

    const airtimeProfit = (amount: number) => amount * 0.99 - amount * 0.97;
    const dataProfit = plan.plan_amount - Number(cost) / 100;
    const { days, networks } = await sales({ days: 3 });
    expect(days).toEqual([
      { day: daysBack(2), sales: 1, revenue: 495, profit: airtimeProfit(500), total_volume_sold: 0 },
      { day: daysBack(1), ...nothing },
      {
        day: daysBack(0),
        sales: 2,
        revenue: plan.plan_amount + 990,
        profit: dataProfit + airtimeProfit(1_000),
        total_volume_sold: 1,
      },
    ]);
    expect(networks).toEqual([
      {
        network: 'MTN',
        sales: 3,
        revenue: plan.plan_amount + 1_485,
        profit: dataProfit + airtimeProfit(1_500),
        total_volume_sold: 1,
      },
    ]);
    expect((await sales({ days: 1 })).networks).toMatchObject([{ sales: 2 }]);
  });

  it('no longer count what was given back', async () => {
    const before = (await sales({ days: 1 })).networks[0]?.sales ?? 0;
    const bought = await buysAirtime('08031113333', 100);
    await app.as(admin).call('refund', { id: bought.reply.receipt._id, reason: 'Wrong number' });
    expect((await sales({ days: 1 })).networks).toMatchObject([{ sales: before }]);
  });

  it.each(['0', '93', '1.5', 'all'])('are not told for days=%s', async (days) => {
    expect((await app.as(admin).call('getSales', { days })).status).toBe(400);
  });

  it('are for admins only', async () => {
    for (const input of [{}, { isAgent: true }, { isCouponVendor: true }]) {
      expect((await app.as(await app.make.user(input)).call('getSales')).status).toBe(403);
    }
    expect((await app.anybody().call('getSales')).status).toBe(401);
  });
});
