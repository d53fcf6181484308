/** The switch of a plan and whether it can be bought are two things, and staff see both wherever they read a plan. */
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

describe('whether a plan is available, and whether it is on sale,', () => {
  const seenBy = async (token: string, planId: number) => {
    const viewer = app.as({ token });
    const inGroup = (await viewer.call('listPlans', { network: 'MTN' })).reply.plans.find(
      (plan) => plan.planId === planId,
    );
    const inList = (await viewer.call('listPrices')).reply.find(({ id }) => id === planId);
    return [inGroup, inList].map((plan) => [plan?.isAvailable, plan?.isOnSale, plan?.notOnSaleBecause]);
  };

  it('are two things to staff, wherever they read it; others hear whether they can buy', async () => {
    const agent = await app.make.user({ isAgent: true });
    const ada = await app.make.user();
    const { msg, plan } = (await app.as(admin).call('addPlan', newPlan)).reply;
    expect(msg).toBe("MTN 4GB is added. It is not on sale yet: give it a supplier's id");
    expect(plan).toMatchObject({ isAvailable: true, isOnSale: false, notOnSaleBecause: 'no supplier id' });
    const toStaff = [true, false, 'no supplier id'];
    expect(await seenBy(admin.token, plan.planId)).toEqual([toStaff, toStaff]);
    expect(await seenBy(agent.token, plan.planId)).toEqual([toStaff, toStaff]);
    const toOthers = [false, undefined, undefined];
    expect(await seenBy(ada.token, plan.planId)).toEqual([toOthers, toOthers]);
    expect(await seenBy('', plan.planId)).toEqual([toOthers, toOthers]);

    const change = { _id: plan._id, supplierPlanIds: { GLAD: '201' } };
    const changed = (await app.as(admin).call('updatePlan', change)).reply;
    expect(changed.msg).toBe('MTN 4GB is changed');
    expect(changed.plan).toMatchObject({ isAvailable: true, isOnSale: true, notOnSaleBecause: null });
    expect((await seenBy(ada.token, plan.planId))[0]).toEqual([true, undefined, undefined]);
  });

  it('stay two things while the network is locked, so that nothing is switched off by writing back what was read', async () => {
    const plan = await add({ supplierPlanIds: { GLAD: '201' } });
    const lock = (isLocked: boolean) =>
      app
        .as(admin)
        .call('updateServices', { serviceName: 'MTN', serviceType: 'data', serviceStatus: !isLocked });
    expect((await lock(true)).status).toBe(200);
    const locked = [true, false, 'service locked'];
    expect(await seenBy(admin.token, plan.planId)).toEqual([locked, locked]);
    const price = { dataId: plan._id, newPrice: { price: 2_110 } };
    expect((await app.as(admin).call('updatePrice', price)).reply.msg).toBe(
      'MTN 4GB has its new price. It is not on sale yet: data of its network is locked',
    );
    expect((await lock(false)).status).toBe(200);
    const off = await app.as(admin).call('updatePlan', { _id: plan._id, planAvailability: false });
    expect(off.reply.msg).toBe('MTN 4GB is changed. It is not on sale: switch it on');
    expect(await seenBy(admin.token, plan.planId)).toEqual([
      [false, false, 'switched off'],
      [false, false, 'switched off'],
    ]);
  });
});
