import { lagosDay, startOfDay } from '@jara/contract/lagos-time.ts';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const today = async (user: TestUser) => (await app.as(user).call('getSalesToday')).reply;
const airtime = async (user: TestUser, phone: string, amount: number) =>
  (await app.as(user).call('buyAirtime', { network: 1, mobile_number: phone, amount })).reply.receipt;
const data = async (user: TestUser, phone: string) => {
  const { MTN } = (await app.as(user).call('getProfile')).reply.subscriptionPlans;
  const plan = MTN.find((one) => one.plan === '1GB' && one.plan_type === 'SME') ?? expect.unreachable();
  const bought = await app.as(user).call('buyData', { network: 1, plan: plan.id, mobile_number: phone });
  return bought.reply.receipt;
};
const nothing = { sales: 0, cost: 0, takings: 0, profit: 0, withoutPrice: 0, isPartial: false };

describe('what a seller sold today', () => {
  it('is nothing at first, and what others sold is not in it', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user({ wallet: naira(5_000) })];
    await airtime(bola, '08031110000', 500);
    expect(await today(ada)).toEqual(nothing);
  });

  it('counts airtime at its face value, and data once it has a price of the seller', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    await airtime(ada, '08031110000', 1_000);
    const { description: product, charge } = await data(ada, '08031110000');
    const cost = charge ?? expect.unreachable();
    expect(await today(ada)).toEqual({
      ...nothing,
      sales: 2,
      cost: 990 + cost,
      takings: 1_000,
      profit: 10,
      withoutPrice: 1,
    });
    await app.as(ada).call('updateCustomerCopy', { sellingPrice: { product, price: cost + 50.5 } });
    expect(await today(ada)).toEqual({
      ...nothing,
      sales: 2,
      cost: 990 + cost,
      takings: 1_000 + cost + 50.5,
      profit: 60.5,
    });
  });

  it('leaves out what failed, what is no sale and what was sold before midnight in Lagos', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031110001', amount: 500 });
    await app.as(ada).call('testTopUp', { amount: 500 });
    const { _id: id } = await airtime(ada, '08031112222', 500);
    await app.owner.run('update transactions set created_at = $2 where id = $1', [
      id,
      new Date(startOfDay(lagosDay(Date.now())).getTime() - 1),
    ]);
    expect(await today(ada)).toEqual(nothing);
  });
});
