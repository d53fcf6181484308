/** What counts against each daily limit of staff, done once, for tests. */
import { naira } from '@jara/contract/money.ts';
import type { TestApp } from '../../../../test/app.ts';
import { buyToDecide, numberOf } from '../../../../test/buying.ts';
import type { TestUser } from '../../../../test/make.ts';

export const actsOf = (app: TestApp) => ({
  issue: (by: TestUser, to: TestUser, amount: number) =>
    app.as(by).call('transferFund', { userName: to.userName, amount, force: true }),
  coupon: (by: TestUser, to: TestUser, amount: number) =>
    app.as(by).call('generateCoupon', { userAccount: to.userName, amount }),
  async refund(by: TestUser) {
    const ada = await app.make.user({ wallet: naira(500) });
    const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
    const { _id: id } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
    return app.as(by).call('refund', { id });
  },
  decide: async (by: TestUser) =>
    app.as(by).call('decideWaiting', await buyToDecide(app, await app.make.user({ wallet: naira(500) }))),
});
