import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { numberOf } from '../../../test/buying.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000' } });
const strict = useTestApp({ env: { STAFF_REASON_REQUIRED: 'on' } });

it('the settings may ask for a reason wherever one can be said', async () => {
  const boss = await strict.make.user({ isAdmin: true });
  const ada = await strict.make.user({ wallet: naira(5_000) });
  const userId = String(ada.userId);
  const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
  const { _id: id } = (await strict.as(ada).call('buyAirtime', order)).reply.receipt;
  const tries = (why: { reason?: string }) => [
    () => strict.as(boss).call('transferFund', { userName: ada.userName, amount: 100, ...why }),
    () => strict.as(boss).call('generateCoupon', { userAccount: ada.userName, amount: 100, ...why }),
    () => strict.as(boss).call('setSpecialPrice', { userId, productName: 'MTN-SME', price: 600, ...why }),
    () => strict.as(boss).call('refund', { id, ...why }),
    () => strict.as(boss).call('resetUserPassword', { userId, ...why }),
  ];
  for (const attempt of [...tries({}), ...tries({ reason: ' ' })]) {
    const { status, refusal } = await attempt();
    expect([status, refusal.errors?.map(({ field }) => field)]).toEqual([400, ['reason']]);
  }
  const { count } = await strict.context.pool.get<{ count: bigint }>(
    'select count(*) from staff_actions where actor_id = $1',
    [boss.userId],
  );
  expect(count).toBe(0n);
  for (const attempt of tries({ reason: 'They asked for it' })) expect((await attempt()).status).toBe(200);
});

it('the money of a vendor takes no reason: it is their own', async () => {
  const vendor = await strict.make.user({ isCouponVendor: true, wallet: naira(500) });
  const ada = await strict.make.user();
  const made = await strict.as(vendor).call('generateCoupon', { userAccount: ada.userName, amount: 100 });
  expect(made.status).toBe(200);
});

it('what a second admin has to confirm needs a reason, and what the specification promises does not', async () => {
  const boss = await app.make.user({ isAdmin: true });
  const ada = await app.make.user({ wallet: naira(5_000) });
  const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 1_500 };
  const { _id: id } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
  const tries = [
    await app.as(boss).call('transferFund', { userName: ada.userName, amount: 1_500 }),
    await app.as(boss).call('generateCoupon', { userAccount: ada.userName, amount: 1_500, reason: ' ' }),
    await app.as(boss).call('refund', { id }),
  ];
  for (const { status, refusal } of tries) {
    expect([status, refusal.errors?.map(({ field }) => field)]).toEqual([400, ['reason']]);
  }
  const { count } = await app.context.pool.get<{ count: bigint }>(
    'select (select count(*) from staff_requests where maker_id = $1) + (select count(*) from staff_actions where actor_id = $1) as count',
    [boss.userId],
  );
  expect(count).toBe(0n);
  const small = await app.as(boss).call('transferFund', { userName: ada.userName, amount: 900 });
  expect(small.status).toBe(200);
});
