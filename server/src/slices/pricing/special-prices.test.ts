import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const setPrice = (user: TestUser, productName: string, price: unknown, confirm?: boolean) =>
  app.as(admin).call('setSpecialPrice', {
    userId: String(user.userId),
    productName,
    price,
    ...(confirm !== undefined && { confirm }),
  });
const actionsOn = async (user: TestUser) =>
  (await app.as(admin).call('listStaffActions', { subject: `user ${user.userId}` })).reply.actions;
/** What the user pays for 2 GB of MTN. */
const sellsFor = async (user: TestUser, plan_type: string) =>
  (await app.as(user).call('listPrices')).reply.find(
    (item) => item.plan_network === 'MTN' && item.plan_type === plan_type && item.volumeRatio === 2,
  )?.plan_amount;

describe('special prices', () => {
  it('are per GB, win over the tier for that user, and go when set to nothing', async () => {
    const ada = await app.make.user();
    const eve = await app.make.user();
    const usual = await sellsFor(eve, 'SME');
    const { reply } = await setPrice(ada, 'MTN-SME', 601.5);
    expect(reply.specialPrices).toEqual([{ productName: 'MTN-SME', price: 601.5 }]);
    expect(reply.msg).toBe(`${ada.userName} pays ₦601.50 per GB of MTN-SME. Below cost: SME 500MB`);
    expect([await sellsFor(ada, 'SME'), await sellsFor(eve, 'SME')]).toEqual([1_203, usual]);
    for (const price of ['0.00', null]) {
      const gone = await setPrice(ada, 'MTN-SME', price);
      expect(gone.reply).toEqual({
        msg: `${ada.userName} pays the usual price for MTN-SME`,
        specialPrices: [],
      });
    }
    expect(await sellsFor(ada, 'SME')).toBe(usual);
    // The second nothing changed nothing.
    expect(await actionsOn(ada)).toMatchObject([
      { before: { product: 'MTN-SME', price: 601.5 }, after: { product: 'MTN-SME', price: null } },
      { before: { product: 'MTN-SME', price: null }, after: { product: 'MTN-SME', price: 601.5 } },
    ]);
  });

  it('are kept for each product and user', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    await setPrice(ada, 'MTN-SME', 700);
    await setPrice(eve, 'MTN-SME', 710);
    expect((await setPrice(ada, 'MTN-CG', 600)).reply.specialPrices).toEqual([
      { productName: 'MTN-CG', price: 600 },
      { productName: 'MTN-SME', price: 700 },
    ]);
    const { users } = (await app.as(admin).call('listUsers')).reply;
    const pricesOf = (one: TestUser) => users.find(({ _id }) => _id === String(one.userId))?.specialPrices;
    expect(pricesOf(ada)).toHaveLength(2);
    expect(pricesOf(eve)).toEqual([{ productName: 'MTN-SME', price: 710 }]);
    expect((await setPrice(ada, 'MTN-SME', null)).reply.specialPrices).toEqual([
      { productName: 'MTN-CG', price: 600 },
    ]);
  });

  it('of a network count for all of its plans, and name those that lose', async () => {
    const ada = await app.make.user();
    const { msg } = (await setPrice(ada, 'GLO', 398)).reply;
    const losing = 'CG 200MB, CG 1GB, CG 2GB, CG 5GB';
    expect(msg).toBe(`${ada.userName} pays ₦398.00 per GB of GLO. Below cost: ${losing}`);
  });

  it('that are the cost lose nothing, and a kobo below it all plans lose', async () => {
    const ada = await app.make.user();
    const low = await setPrice(ada, 'MTN-COUPON', 559.99);
    const figures = { from: null, to: 559.99, cost: 560, why: 'below_cost' };
    expect(low.body).toMatchObject({
      code: 'price_needs_confirmation',
      prices: [{ field: 'plan 12', ...figures }],
    });
    expect((await setPrice(ada, 'MTN-COUPON', 560)).reply.msg).toBe(
      `${ada.userName} pays ₦560.00 per GB of MTN-COUPON`,
    );
  });

  it('below the cost of every plan, or far from the last one, are asked about', async () => {
    const ada = await app.make.user();
    const low = await setPrice(ada, 'MTN-CG', 300, false);
    expect(low.refusal.code).toBe('price_needs_confirmation');
    expect((await setPrice(ada, 'MTN-CG', 300, true)).status).toBe(200);
    const far = await setPrice(ada, 'MTN-CG', 3_000);
    expect(far.body).toMatchObject({ prices: [{ field: 'price', from: 300, to: 3_000, why: 'big_change' }] });
    // What it is already is not asked about, and not recorded.
    expect((await setPrice(ada, 'MTN-CG', 300)).status).toBe(200);
    expect(await actionsOn(ada)).toHaveLength(1);
  });

  it('of a product without plans are below no cost', async () => {
    const ada = await app.make.user();
    await app.as(admin).call('deletePlan', { planId: 11 });
    expect((await setPrice(ada, 'MTN-SME2', 1)).status).toBe(200);
  });

  it('that make a plan cost nothing are refused', async () => {
    const ada = await app.make.user();
    const free = await setPrice(ada, 'GLO-CG', 0.02, true);
    expect([free.status, free.refusal]).toMatchObject([
      400,
      {
        errors: [{ field: 'price', msg: expect.stringMatching(/^At this price CG .* would cost nothing$/) }],
      },
    ]);
    expect((await setPrice(ada, 'GLO-CG', 0.03, true)).status).toBe(200);
  });

  it('need a price, and a user and a product that exist', async () => {
    const ada = await app.make.user();
    expect((await setPrice({ ...ada, userId: 999_999n }, 'MTN-SME', 700)).status).toBe(404);
    expect((await setPrice(ada, 'MTN-NONE', 700)).refusal.errors?.[0]?.field).toBe('productName');
    expect((await setPrice(ada, 'MTN-SME', 'x')).refusal.errors?.[0]).toMatchObject({
      field: 'price',
      msg: 'enter a valid price',
    });
    const bare = await app.as(admin).call('setSpecialPrice', { userId: String(ada.userId) });
    expect(bare.refusal.msg).toBe('All fields are required');
  });
});

describe('agents and vendors', () => {
  it('set no prices', async () => {
    for (const rights of [{ isAgent: true }, { isCouponVendor: true }]) {
      const caller = app.as(await app.make.user(rights));
      const answers = await Promise.all([
        caller.call('listCostPrices'),
        caller.call('setCostPrice', { network: 'MTN', costPrice: 1 }),
        caller.call('setSpecialPrice', { userId: '1', productName: 'MTN', price: 1 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });
});
