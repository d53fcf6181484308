import { lagosDay, startOfDay } from '@jara/contract/lagos-time.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { beginScheduledPrices } from './begin-scheduled-prices.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

let plans = 0;
const aPlan = async (): Promise<number> => {
  plans += 1;
  const plan = {
    planNetwork: 'GLO',
    planName: `${plans}GB`,
    planType: 'CG',
    planVolumeRatio: 1,
    planValidity: '30 days',
    smartEarnerPrice: 300,
    resellerPrice: 290,
    apiPrice: 285,
    planCostPrice: 250,
    confirm: true,
  };
  return (await app.as(admin).call('addPlan', plan)).reply.plan.planId;
};
const plan = (changes: object[], more: object = {}) =>
  app.as(admin).call('schedulePrices', { changes, ...more });
const schedules = async () => (await app.as(admin).call('listPriceSchedules')).reply.schedules;
const priceOf = async (planId: number) =>
  (await app.anybody().call('listPrices')).reply.find(({ id }) => id === planId)?.my_price;
/** As if the midnight had come. */
const midnightComes = async (id: string): Promise<void> => {
  await app.context.pool.run('update price_schedules set starts_at = now() where id = $1', [id]);
  while (await beginScheduledPrices(app.context));
};
const resultsOf = async (id: string) =>
  (await schedules()).find(({ _id }) => _id === id)?.prices.map(({ field, result }) => `${field} ${result}`);

describe('planned prices', () => {
  it('begin at the next midnight in Lagos, and not before', async () => {
    const id = await aPlan();
    const before = lagosDay(Date.now() + DAY_MS);
    const { status, reply } = await plan([{ _id: id, smartEarnerPrice: 310, apiPrice: '290.50' }]);
    expect([status, reply.msg]).toEqual([
      201,
      expect.stringMatching(/^2 prices change as \w{3},? \d+ \w+ begins$/),
    ]);
    // The day may end while this runs.
    const midnights = [before, lagosDay(Date.now() + DAY_MS)].map((day) => startOfDay(day).toISOString());
    expect(midnights).toContain(reply.schedule.startsAt);
    expect(reply.schedule).toMatchObject({
      state: 'planned',
      plannedBy: admin.userName,
      endedAt: null,
      prices: [
        {
          planId: id,
          planNetwork: 'GLO',
          planType: 'CG',
          field: 'apiPrice',
          from: 285,
          to: 290.5,
          result: null,
        },
        { planId: id, field: 'smartEarnerPrice', from: 300, to: 310, result: null },
      ],
    });
    expect(await beginScheduledPrices(app.context)).toBe(false);
    expect(await priceOf(id)).toBe(300);
    await midnightComes(reply.schedule._id);
    expect(await priceOf(id)).toBe(310);
    expect(await resultsOf(reply.schedule._id)).toEqual(['apiPrice applied', 'smartEarnerPrice applied']);
  });

  it('begin once, whatever the number of processes, with the record of who planned them', async () => {
    const id = await aPlan();
    const { schedule } = (await plan([{ _id: id, planCostPrice: 260 }])).reply;
    await app.context.pool.run('update price_schedules set starts_at = now() where id = $1', [schedule._id]);
    const begun = await Promise.all(Array.from({ length: 10 }, () => beginScheduledPrices(app.context)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    const { actions } = (await app.as(admin).call('listStaffActions', { subject: `plan ${id}` })).reply;
    expect(actions.filter(({ action }) => action === 'schedulePrices')).toMatchObject([
      {
        actor: admin.userName,
        before: { planCostPrice: 250 },
        after: { planCostPrice: 260 },
        reason: `As planned in price schedule ${schedule._id}`,
      },
    ]);
  });

  it('leave alone what somebody changed meanwhile, and plans that are gone', async () => {
    const [changed, gone, same] = [await aPlan(), await aPlan(), await aPlan()];
    const prices = { smartEarnerPrice: 310, resellerPrice: 295 };
    const { schedule } = (await plan([changed, gone, same].map((_id) => ({ _id, ...prices })))).reply;
    await app.as(admin).call('updatePlan', { _id: changed, smartEarnerPrice: 305 });
    await app.as(admin).call('deletePlan', { _id: gone });
    await midnightComes(schedule._id);
    expect([await priceOf(changed), await priceOf(same)]).toEqual([305, 310]);
    const found = (await schedules()).find(({ _id }) => _id === schedule._id);
    expect(found?.state).toBe('done');
    expect(found?.prices.map(({ planId, field, result }) => [planId, field, result])).toEqual([
      [changed, 'resellerPrice', 'applied'],
      [changed, 'smartEarnerPrice', 'changed_meanwhile'],
      [gone, 'resellerPrice', 'deleted'],
      [gone, 'smartEarnerPrice', 'deleted'],
      [same, 'resellerPrice', 'applied'],
      [same, 'smartEarnerPrice', 'applied'],
    ]);
  });

  it('are cancelled before they begin, once, and not after', async () => {
    const id = await aPlan();
    const { schedule } = (await plan([{ _id: id, smartEarnerPrice: 310 }])).reply;
    const cancel = () => app.as(admin).call('cancelPriceSchedule', { id: schedule._id });
    const { reply } = await cancel();
    expect(reply.schedules.find(({ _id }) => _id === schedule._id)?.state).toBe('cancelled');
    expect((await cancel()).refusal).toMatchObject({
      code: 'changed_meanwhile',
      msg: 'These prices are cancelled already',
    });
    await midnightComes(schedule._id);
    expect(await priceOf(id)).toBe(300);
    const again = (await plan([{ _id: id, smartEarnerPrice: 310 }])).reply.schedule;
    await midnightComes(again._id);
    const late = await app.as(admin).call('cancelPriceSchedule', { id: again._id });
    expect(late.refusal.msg).toBe('These prices have begun already');
    expect((await app.as(admin).call('cancelPriceSchedule', { id: '999999' })).status).toBe(404);
    const { actions } = (
      await app.as(admin).call('listStaffActions', { subject: `price schedule ${schedule._id}` })
    ).reply;
    expect(actions.map(({ action }) => action)).toEqual(['cancelPriceSchedule', 'schedulePrices']);
  });

  it('are planned once at a time: the same wish twice is told so', async () => {
    const [first, second] = [await aPlan(), await aPlan()];
    const input = [{ _id: first, smartEarnerPrice: 310 }];
    const answers = await Promise.all(Array.from({ length: 8 }, () => plan(input)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const both = await plan([
      { _id: second, smartEarnerPrice: 310 },
      { _id: first, smartEarnerPrice: 320 },
    ]);
    expect(both.refusal.code).toBe('already_scheduled');
    // None of them, when one is refused.
    expect((await plan([{ _id: second, smartEarnerPrice: 310 }])).status).toBe(201);
    expect((await plan([{ _id: first, apiPrice: 290 }])).status).toBe(201);
  });

  it('below cost or far from the old ones must be meant', async () => {
    const id = await aPlan();
    const input = [{ _id: id, smartEarnerPrice: 240, apiPrice: 500 }];
    const { status, refusal } = await plan(input);
    expect([status, refusal.code]).toEqual([409, 'price_needs_confirmation']);
    expect(refusal).toMatchObject({
      prices: [
        { planId: id, field: 'smartEarnerPrice', why: 'below_cost' },
        { planId: id, field: 'apiPrice', why: 'big_change' },
      ],
    });
    expect((await plan(input, { confirm: true })).status).toBe(201);
  });

  it.each([
    ['a day that is over', { day: '2020-01-01' }, 'day'],
    ['today', { day: lagosDay(Date.now()) }, 'day'],
    ['a day far ahead', { day: lagosDay(Date.now() + 100 * DAY_MS) }, 'day'],
    ['no day', { day: '31/12/2030' }, 'day'],
  ])('of %s are refused', async (_, more, field) => {
    const { status, refusal } = await plan([{ _id: await aPlan(), smartEarnerPrice: 310 }], more);
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('are refused with the plan that is not there, was changed meanwhile, stays as it is or is named twice', async () => {
    const id = await aPlan();
    expect((await plan([{ _id: 999_999, smartEarnerPrice: 310 }])).status).toBe(404);
    expect((await plan([{ _id: id, version: 9, smartEarnerPrice: 310 }])).refusal.code).toBe(
      'changed_meanwhile',
    );
    expect((await plan([{ _id: id, smartEarnerPrice: 300 }])).status).toBe(400);
    expect(
      (
        await plan([
          { _id: id, smartEarnerPrice: 310 },
          { _id: id, apiPrice: 290 },
        ])
      ).status,
    ).toBe(400);
    expect((await plan([])).status).toBe(400);
    expect((await plan([{ _id: id, smartEarnerPrice: 0 }])).status).toBe(400);
  });

  it('are for admins only', async () => {
    const agent = await app.make.user({ isAgent: true });
    const id = await aPlan();
    expect((await app.as(agent).call('listPriceSchedules')).status).toBe(403);
    expect(
      (await app.as(agent).call('schedulePrices', { changes: [{ _id: id, apiPrice: 290 }] })).status,
    ).toBe(403);
    expect((await app.as(agent).call('cancelPriceSchedule', { id: '1' })).status).toBe(403);
  });
});
