/** Prices below what we pay, and costs that are said to be lower: two admins, where two are demanded. */
import type { HeldReply, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp, type Answer } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { appointed } from '../staff-actions/testing/appointed.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '200000', STAFF_NEW_HOURS: '24' } });
const alone = useTestApp();

let boss: TestUser;
let other: TestUser;
beforeEach(async () => {
  [boss, other] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAdmin: true })];
});

function heldBy(answer: Answer<CallName>): StaffRequest {
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    202,
    expect.stringContaining('Nothing was done'),
  ]);
  return (answer.body as HeldReply).staffRequest; // the document says so of this status
}
const confirm = (by: TestUser, { _id: id }: StaffRequest) =>
  app.as(by).call('confirmStaffRequest', { id, reason: 'It was agreed' });
const special = (user: TestUser, productName: string, price: number | null) => ({
  userId: String(user.userId),
  productName,
  price,
  confirm: true,
  reason: 'Buys much',
});
const specialOf = (user: TestUser) =>
  app.context.pool.rows<{ price: bigint }>(
    'select price_kobo as price from special_prices where user_id = $1',
    [user.userId],
  );

let plans = 0;
/** A plan of a product of its own, with the cost 400 for 1 GB. */
async function addedPlan(more: object = {}) {
  plans += 1;
  const plan = { ...newPlan(`T${plans}`), ...more };
  const { status, reply } = await app.as(boss).call('addPlan', plan);
  expect(status).toBe(201);
  return reply.plan;
}
const newPlan = (planType: string) => ({
  planNetwork: 'AIRTEL',
  planName: '1GB',
  planType,
  planVolumeRatio: 1,
  planValidity: '30 days',
  smartEarnerPrice: 500,
  resellerPrice: 490,
  apiPrice: 480,
  planCostPrice: 400,
  confirm: true,
});
const planNow = async (id: number) =>
  app.context.pool.get<{ price: bigint; cost: bigint; volume: bigint }>(
    'select smart_earner_kobo as price, cost_kobo as cost, volume_mb as volume from plans where id = $1',
    [id],
  );

describe('a special price below cost', () => {
  it('holds when another admin confirms it, who sees the price of before, the new one and the cost', async () => {
    const friend = await app.make.user();
    const plan = await addedPlan();
    const product = `AIRTEL-${plan.planType}`;
    const held = heldBy(await app.as(boss).call('setSpecialPrice', special(friend, product, 0.1)));
    expect(await specialOf(friend)).toEqual([]);
    const shown = {
      call: 'setSpecialPrice',
      subject: `user ${friend.userId}`,
      users: [friend.userName],
      amount: null,
      reason: 'Buys much',
      prices: [
        { field: 'price', from: null, to: 0.1, cost: null },
        { planId: plan.planId, field: `${plan.planType} 1GB`, from: 500, to: 0.1, cost: 400 },
      ],
    };
    expect(held).toMatchObject(shown);
    const { staffRequests } = (await app.as(other).call('listStaffRequests')).reply;
    expect(staffRequests.find(({ _id }) => _id === held._id)).toMatchObject(shown);
    await sendMails(app.context);
    const [mail] = mailsTo(app, other.email);
    expect(mail?.text).toContain(
      `${boss.userName} asked to set a special price below cost. Nothing was done yet.`,
    );

    expect((await confirm(boss, held)).refusal.code).toBe('forbidden');
    expect((await confirm(other, held)).status).toBe(200);
    expect(await specialOf(friend)).toEqual([{ price: 10n }]);
  });

  it('waits as well where one plan of several would lose, and not at the cost itself', async () => {
    const friend = await app.make.user();
    const { planType } = await addedPlan();
    await addedPlan({
      planType,
      planName: '2GB',
      planVolumeRatio: 2,
      planCostPrice: 810,
      smartEarnerPrice: 990,
      resellerPrice: 980,
      apiPrice: 970,
    });
    const set = (price: number | null) =>
      app.as(boss).call('setSpecialPrice', special(friend, `AIRTEL-${planType}`, price));
    expect(heldBy(await set(404.99)).prices).toHaveLength(2);
    expect((await set(405)).status).toBe(200);
    expect((await set(null)).status).toBe(200);
  });

  it('is confirmed neither by whose price it is nor by who was made staff lately', async () => {
    const [friend, newcomer] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ isAdmin: true }),
    ];
    await appointed(app, newcomer, { by: boss, hoursAgo: 1 });
    const held = heldBy(await app.as(boss).call('setSpecialPrice', special(friend, 'MTN-SME', 0.1)));
    for (const who of [friend, newcomer]) expect((await confirm(who, held)).refusal.code).toBe('forbidden');
    expect((await app.as(boss).call('setSpecialPrice', special(boss, 'MTN-SME', 0.1))).status).toBe(403);
    expect((await confirm(other, held)).status).toBe(200);
  });

  it('takes one admin where two are not demanded', async () => {
    const [one, friend] = [await alone.make.user({ isAdmin: true }), await alone.make.user()];
    const answer = await alone.as(one).call('setSpecialPrice', special(friend, 'MTN-SME', 0.1));
    expect(answer.status).toBe(200);
  });
});

describe('a price of a plan below its cost', () => {
  it.each([
    ['updatePrice', (id: number) => ({ dataId: id, newPrice: { price: 0.1 }, confirm: true })],
    ['updatePlan', (id: number) => ({ _id: id, smartEarnerPrice: 0.1, confirm: true })],
  ] as const)('waits for another admin: %s', async (name, input) => {
    const { planId } = await addedPlan();
    const held = heldBy(await app.as(boss).call(name, input(planId)));
    expect(held.prices).toEqual([{ planId, field: 'smartEarnerPrice', from: 500, to: 0.1, cost: 400 }]);
    expect((await planNow(planId)).price).toBe(50_000n);
    expect((await confirm(other, held)).status).toBe(200);
    expect((await planNow(planId)).price).toBe(10n);
    const atCost = await app
      .as(boss)
      .call('updatePrice', { dataId: planId, newPrice: { price: 400 }, confirm: true });
    expect(atCost.status).toBe(200);
  });

  it('waits of a plan that is added, and of prices that are planned', async () => {
    const { planId } = await addedPlan();
    const added = heldBy(await app.as(boss).call('addPlan', { ...newPlan('NEW'), smartEarnerPrice: 399 }));
    const planned = heldBy(
      await app.as(boss).call('schedulePrices', { changes: [{ _id: planId, apiPrice: 1 }], confirm: true }),
    );
    const count = async () => (await app.as(boss).call('listPriceSchedules')).reply.schedules.length;
    const before = await count();
    for (const held of [added, planned]) expect((await confirm(other, held)).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });

  it('is not reached by a lower cost first: that waits, too', async () => {
    const plan = await addedPlan();
    const { planId } = plan;
    const own = heldBy(
      await app.as(boss).call('updatePlan', { _id: planId, planCostPrice: 0.1, confirm: true }),
    );
    expect(own.prices).toEqual([{ planId, field: 'planCostPrice', from: 400, to: 0.1, cost: null }]);
    const network = `AIRTEL-${plan.planType}`;
    const set = (costPrice: number) =>
      app.as(boss).call('setCostPrice', { network, costPrice, confirm: true });
    const first = heldBy(await set(399));
    expect(first.prices).toEqual([{ field: 'costPrice', from: null, to: 399, cost: null }]);
    expect((await set(401)).status).toBe(200);
    const second = heldBy(await set(400));
    expect((await confirm(other, second)).status).toBe(200);
    for (const held of [own, first]) expect((await confirm(other, held)).status).toBe(200);
  });

  it('is not reached by a smaller volume or another product under a special price', async () => {
    const friend = await app.make.user();
    const plan = await addedPlan();
    const product = `AIRTEL-${plan.planType}`;
    expect((await app.as(boss).call('setSpecialPrice', special(friend, product, 400))).status).toBe(200);
    const smaller = { _id: plan.planId, planVolumeRatio: 0.5, confirm: true };
    expect(heldBy(await app.as(boss).call('updatePlan', smaller)).prices).toEqual([
      { planId: plan.planId, field: 'special price', from: 400, to: 200, cost: 400 },
    ]);
    const cheap = await addedPlan({ planCostPrice: 450 });
    const network = `AIRTEL-${cheap.planType}`;
    expect((await app.as(boss).call('setCostPrice', { network, costPrice: 460, confirm: true })).status).toBe(
      200,
    );
    const half = { _id: cheap.planId, planVolumeRatio: 0.5, confirm: true };
    expect(heldBy(await app.as(boss).call('updatePlan', half)).prices).toEqual([
      { planId: cheap.planId, field: 'cost', from: 460, to: 230, cost: null },
    ]);
    const dear = await addedPlan({ planCostPrice: 450 });
    const moved = { _id: dear.planId, planType: plan.planType, confirm: true };
    heldBy(await app.as(boss).call('updatePlan', moved));
    heldBy(
      await app.as(boss).call('addPlan', { ...newPlan(plan.planType), planName: 'Dear', planCostPrice: 450 }),
    );
    expect((await app.as(boss).call('updatePlan', { _id: plan.planId, planValidity: '7 days' })).status).toBe(
      200,
    );
  });

  it('is not confirmed where it is so already, and what was confirmed is in the books once', async () => {
    const friend = await app.make.user();
    const [first, second] = [
      heldBy(await app.as(boss).call('setSpecialPrice', special(friend, 'MTN-CG', 1))),
      heldBy(await app.as(other).call('setSpecialPrice', special(friend, 'MTN-CG', 1))),
    ];
    expect((await confirm(other, first)).status).toBe(200);
    expect((await confirm(boss, second)).refusal.code).toBe('not_waiting');
    expect(await specialOf(friend)).toEqual([{ price: 100n }]);
    expect(await brokenAfter(app.owner, ['select'])).toEqual([]);
  });
});
