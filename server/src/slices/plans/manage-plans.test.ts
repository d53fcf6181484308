import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { newPlan } from '../../../test/plans.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const add = async (input: Record<string, unknown> = {}) =>
  (await app.as(admin).call('addPlan', { ...newPlan, ...input })).reply.plan;
const actionsOn = async (subject: string) =>
  (await app.as(admin).call('listStaffActions', { subject })).reply.actions;
const priceOf = async (planId: number) =>
  (await app.anybody().call('listPrices')).reply.find(({ id }) => id === planId)?.my_price;

describe('a new plan', () => {
  it('has what was sent, partners at the API price, and is recorded', async () => {
    const plan = await add({ supplierPlanIds: { GLAD: '201', alaro: '7003' } });
    expect(plan).toEqual({
      _id: String(plan.planId),
      planId: plan.planId,
      planNetwork: 'MTN',
      planName: '4GB',
      planType: 'SME',
      volumeRatio: 4,
      planValidity: '30 days',
      smartEarnerPrice: 2_100,
      resellerPrice: 2_050.5,
      apiPrice: 2_000,
      partnerPrice: 2_000,
      planCostPrice: 1_900,
      isAvailable: true,
      isOnSale: true,
      notOnSaleBecause: null,
      supplierPlanIds: { GLAD: '201', ALARO: '7003' },
      version: 1,
    });
    expect(await actionsOn(`plan ${plan.planId}`)).toMatchObject([
      { actor: admin.userName, action: 'addPlan', before: null, after: { planName: '4GB', apiPrice: 2_000 } },
    ]);
  });

  it('can be bought once a supplier has an id for it', async () => {
    const plan = await add();
    const ada = await app.make.user({ wallet: naira(5_000) });
    const order = { network: 1, mobile_number: '08031234567', plan: plan.planId };
    expect((await app.as(ada).call('buyData', order)).refusal.code).toBe('plan_unavailable');
    await app.as(admin).call('updatePlan', { _id: plan._id, supplierPlanIds: { GLAD: '201' } });
    const { reply } = await app.as(ada).call('buyData', order);
    expect(reply.receipt).toMatchObject({ trans_Status: 'success', charge: 2_100 });
  });

  it('takes a chosen id once, also when that plan is deleted, and goes around it', async () => {
    const first = await add();
    const chosen = first.planId + 1;
    expect((await add({ planId: chosen })).planId).toBe(chosen);
    expect((await add()).planId).toBeGreaterThan(chosen);
    await app.as(admin).call('deletePlan', { planId: chosen });
    const { status, refusal } = await app.as(admin).call('addPlan', { ...newPlan, planId: chosen });
    expect([status, refusal.code]).toEqual([409, 'plan_id_taken']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['planNetwork', { planNetwork: 'VODAFONE' }, 'Please select a network'],
    ['planNetwork', { planNetwork: ' ' }, 'Please select a network'],
    ['planName', { planName: '' }, 'All fields are required'],
    ['planVolumeRatio', { planVolumeRatio: 0 }, 'Please enter a valid value'],
    ['planVolumeRatio', { planVolumeRatio: '1.2345' }, 'Please enter a valid value'],
    ['apiPrice', { apiPrice: 0 }, 'Please enter a valid value'],
    ['apiPrice', { apiPrice: '-5' }, 'Please enter a valid value'],
    ['apiPrice', { apiPrice: 1_000_000.01 }, 'Please enter a valid value: at most ₦1,000,000.00'],
    ['planType', { planType: 'S M E' }, 'Please enter a valid value'],
    ['supplierPlanIds', { supplierPlanIds: { NOBODY: '1' } }, 'Unknown supplier: choose'],
  ])('with a wrong %s is refused: %j', async (field, input, msg) => {
    const { status, refusal } = await app.as(admin).call('addPlan', { ...newPlan, ...input });
    expect(status).toBe(400);
    expect(refusal.errors?.[0]?.field).toBe(field);
    expect(refusal.msg).toContain(msg);
  });

  it('below its cost is asked about first', async () => {
    const { status, body } = await app.as(admin).call('addPlan', { ...newPlan, apiPrice: 1_899 });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'price_needs_confirmation',
      msg: '₦1,899.00 is below the cost of ₦1,900.00. Confirm that it is meant',
      prices: [
        { field: 'apiPrice', from: null, to: 1_899, cost: 1_900, why: 'below_cost' },
        { field: 'partnerPrice', from: null, to: 1_899, cost: 1_900, why: 'below_cost' },
      ],
    });
    expect(await add({ apiPrice: 1_899, confirm: true })).toMatchObject({ apiPrice: 1_899 });
  });
});

describe('POST /admin/updatePrice', () => {
  it('changes the prices that are sent, for the next buyer, and records the difference', async () => {
    const plan = await add();
    const { reply } = await app.as(admin).call('updatePrice', {
      dataId: plan._id,
      newPrice: { price: 2_200, reseller: '', api: '' },
    });
    expect(reply.plan).toMatchObject({ smartEarnerPrice: 2_200, resellerPrice: 2_050.5, version: 2 });
    expect(await priceOf(plan.planId)).toBe(2_200);
    const [action] = await actionsOn(`plan ${plan.planId}`);
    expect(action).toMatchObject({
      action: 'updatePrice',
      before: { smartEarnerPrice: 2_100 },
      after: { smartEarnerPrice: 2_200 },
    });
    expect(Object.keys(action?.after ?? {})).toEqual(['smartEarnerPrice']);
  });

  it.each([{}, { price: '', api: ' ' }, { price: 0 }, { price: 'x' }, { api: '1e3' }])(
    'refuses %j',
    async (newPrice) => {
      const plan = await add();
      const { status, refusal } = await app.as(admin).call('updatePrice', { dataId: plan._id, newPrice });
      expect([status, refusal.msg]).toEqual([400, 'Please enter a valid value']);
    },
  );

  it.each([
    ['below cost', { price: 1_899 }, 'below_cost'],
    ['31 % more', { price: 2_751 }, 'big_change'],
    ['ten times as much', { api: 20_000 }, 'big_change'],
  ])('asks about a price %s, and does it when it is meant', async (_what, newPrice, why) => {
    const plan = await add();
    const asked = await app.as(admin).call('updatePrice', { dataId: plan.planId, newPrice });
    expect([asked.status, asked.refusal.code]).toEqual([409, 'price_needs_confirmation']);
    expect(asked.body).toMatchObject({ prices: [{ why }] });
    expect((await actionsOn(`plan ${plan.planId}`)).map(({ action }) => action)).toEqual(['addPlan']);
    const { status } = await app
      .as(admin)
      .call('updatePrice', { dataId: plan.planId, newPrice, confirm: true });
    expect(status).toBe(200);
  });

  it('takes a change of exactly 30 %', async () => {
    const plan = await add();
    expect(
      (await app.as(admin).call('updatePrice', { dataId: plan._id, newPrice: { price: 2_730 } })).status,
    ).toBe(200);
  });

  it('finds no plan that is not there', async () => {
    const { status } = await app.as(admin).call('updatePrice', { dataId: 99_999, newPrice: { price: 100 } });
    expect(status).toBe(404);
  });
});

describe('PATCH /dataPlan/update', () => {
  it('changes what is sent and leaves the rest', async () => {
    const plan = await add();
    const { reply } = await app.as(admin).call('updatePlan', {
      _id: plan._id,
      planId: plan.planId,
      planAvailability: false,
      planValidity: '7 days',
    });
    expect(reply.plan).toEqual({
      ...plan,
      isAvailable: false,
      notOnSaleBecause: 'switched off',
      planValidity: '7 days',
      version: 2,
    });
    const listed = (await app.as(admin).call('listPlans', { network: 'MTN' })).reply.plans.find(
      ({ planId }) => planId === plan.planId,
    );
    expect(listed).toMatchObject({
      isAvailable: false,
      planAvailability: false,
      version: 2,
      planCostPrice: 1_900,
    });
  });

  it('does nothing and records nothing when nothing differs', async () => {
    const plan = await add();
    const { reply } = await app.as(admin).call('updatePlan', { _id: plan._id, planName: '4GB' });
    expect(reply.plan).toEqual(plan);
    expect(await actionsOn(`plan ${plan.planId}`)).toHaveLength(1);
  });

  it('refuses ids of two plans', async () => {
    const plan = await add();
    const { refusal } = await app.as(admin).call('updatePlan', { _id: plan._id, planId: plan.planId + 1 });
    expect(refusal.errors?.[0]?.field).toBe('planId');
  });

  it('asks about a cost that overtakes a price', async () => {
    const plan = await add();
    const { refusal, body } = await app.as(admin).call('updatePlan', { _id: plan._id, planCostPrice: 2_040 });
    expect(refusal.code).toBe('price_needs_confirmation');
    expect(body).toMatchObject({ prices: [{ field: 'apiPrice' }, { field: 'partnerPrice' }] });
  });

  it('loses no update: of 20 who saw the same version, one changes it', async () => {
    const plan = await add();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app.as(admin).call('updatePlan', { _id: plan._id, apiPrice: 2_001 + n, version: 1 }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.refusal.code).toBe('changed_meanwhile');
    }
    expect(await actionsOn(`plan ${plan.planId}`)).toHaveLength(2);
  });
});

describe('DELETE /dataPlan/delete', () => {
  it('takes the plan off the list, keeps its purchases, and is recorded', async () => {
    const plan = await add({ supplierPlanIds: { GLAD: '201' } });
    const ada = await app.make.user({ wallet: naira(5_000) });
    const order = { network: 1, mobile_number: '08031234567', plan: plan.planId };
    const { receipt } = (await app.as(ada).call('buyData', order)).reply;
    const response = await fetch(`${app.url}/api/v1/dataPlan/delete?planId=${plan.planId}&_id=${plan._id}`, {
      method: 'DELETE',
      headers: { 'x-auth-token': admin.token },
    });
    expect(response.status).toBe(200);
    expect(await priceOf(plan.planId)).toBeUndefined();
    expect((await app.as(ada).call('buyData', { ...order, force: true })).status).toBe(400);
    const later = await app.as(ada).call('getTransaction', { id: receipt._id });
    expect(later.reply.receipt).toMatchObject({ description: receipt.description, trans_Status: 'success' });
    expect((await actionsOn(`plan ${plan.planId}`))[0]).toMatchObject({ action: 'deletePlan', after: null });
    expect((await app.as(admin).call('deletePlan', { planId: plan.planId })).status).toBe(404);
  });

  it('refuses ids of two plans, and none at all', async () => {
    const plan = await add();
    const both = { planId: plan.planId, _id: String(plan.planId + 1) };
    expect((await app.as(admin).call('deletePlan', both)).status).toBe(400);
    expect((await app.as(admin).call('deletePlan', {})).status).toBe(400);
    expect(await priceOf(plan.planId)).toBe(2_100);
  });
});

describe('plans for staff', () => {
  it('are read by agents with all prices and without costs, and changed by admins only', async () => {
    const plan = await add();
    const agent = await app.make.user({ isAgent: true });
    const vendor = await app.make.user({ isCouponVendor: true });
    const read = async (user: TestUser) =>
      (await app.as(user).call('listPlans', { network: 1 })).reply.plans.find(
        ({ planId }) => planId === plan.planId,
      );
    expect(await read(agent)).toMatchObject({ partnerPrice: 2_000, resellerPrice: 2_050.5 });
    expect(await read(agent)).not.toHaveProperty('planCostPrice');
    expect(await read(agent)).not.toHaveProperty('supplierPlanIds');
    expect(await read(vendor)).not.toHaveProperty('resellerPrice');
    for (const user of [agent, vendor]) {
      const caller = app.as(user);
      const answers = await Promise.all([
        caller.call('addPlan', newPlan),
        caller.call('updatePrice', { dataId: plan._id, newPrice: { price: 2_101 } }),
        caller.call('updatePlan', { _id: plan._id, planName: 'x' }),
        caller.call('deletePlan', { planId: plan.planId }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
  });
});
