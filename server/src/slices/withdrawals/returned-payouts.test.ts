/** What the bank sends back after it has paid, of which it tells nobody. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import { askAboutPayout, checkReturnedPayouts } from './requery.ts';
import { settleWithdrawal } from './settle.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({
  env: { PURCHASE_WAIT_MS: '0', RETURN_CHECKS_PER_MINUTE: '600' },
  timings: { reversalMs: 700 },
});
const { withdrawTo, openUnsent, makeOlder, holds, stateOf, waitForState, expectJournalToAgree } =
  createFakeBank(app);
afterEach(() => expectJournalToAgree());

async function paidTo(digits: string) {
  const ada = await app.make.user({ wallet: naira(500) });
  const id = (await withdrawTo(ada, digits, 500)).reply.receipt._id;
  await waitForState(id, 'delivered');
  return { ada, id };
}

/** As if it had been paid so long before, and the next question were due. */
const makeDue = (id: string, age: string) =>
  app.owner.run(
    `update withdrawals set answered_at = now() - $2::interval, return_check_at = now() where transaction_id = $1`,
    [id, age],
  );

async function nextCheckOf(id: string): Promise<number | null> {
  const { minutes } = await app.context.pool.get<{ minutes: number | null }>(
    `select round(extract(epoch from return_check_at - answered_at) / 60)::int as minutes from withdrawals where transaction_id = $1`,
    [id],
  );
  return minutes;
}

it('a payout that came back is found on the schedule, and its user has amount and fee back', async () => {
  const { ada, id } = await paidTo('0011');
  expect([await nextCheckOf(id), await checkReturnedPayouts(app.context)]).toEqual([10, 0]);
  await vi.waitFor(() => expect(app.sandbox.journal().payouts[0]?.reversedAt).toBeDefined(), 5_000);
  await makeDue(id, '10 minutes');
  expect(await checkReturnedPayouts(app.context)).toBe(1);
  expect([await stateOf(id), await holds(ada), await nextCheckOf(id)]).toEqual(['reversed', 50_000n, null]);
});

it.each([
  ['1 minute', false, 10],
  ['11 minutes', false, 60],
  ['61 minutes', true, 360],
  ['7 hours', false, 24 * 60],
  ['25 hours', true, 72 * 60],
  ['73 hours', false, null],
  ['73 hours', true, 74 * 60],
  ['97 hours', true, null],
])(
  'of one that was paid %s ago the bank is asked next (silent: %s) at minute %s',
  async (age, isSilent, minute) => {
    const { ada, id } = await paidTo('1234');
    await control(app, 'faces/squad', { down: isSilent });
    await makeDue(id, age);
    expect(await checkReturnedPayouts(app.context)).toBe(1);
    await control(app, 'faces/squad', { down: false });
    expect([await nextCheckOf(id), await stateOf(id), await holds(ada)]).toEqual([minute, 'delivered', 0n]);
  },
);

/** Its money is back because the bank did not know it twice, a quiet time apart. */
async function unknownToTheBank() {
  const ada = await app.make.user({ wallet: naira(500) });
  const { id, order } = await openUnsent(ada);
  for (const state of ['unknown', 'refused']) {
    await makeOlder(id, '11 minutes');
    await askAboutPayout(app.context, BigInt(id));
    expect(await stateOf(id)).toBe(state);
  }
  expect(await holds(ada)).toBe(naira(500));
  return { ada, id, order };
}

it('a payout that the bank did not know, and paid after its money was returned, is found on the schedule and is our loss', async () => {
  const { ada, id, order } = await unknownToTheBank();
  expect(await nextCheckOf(id)).toBe(10);
  await makeDue(id, '11 minutes');
  expect(await checkReturnedPayouts(app.context)).toBe(1);
  expect([await stateOf(id), await nextCheckOf(id), await holds(ada)]).toEqual(['refused', 60, 50_000n]);

  expect((await app.context.payouts.pay(order)).outcome).toBe('paid');
  await makeDue(id, '61 minutes');
  expect(await checkReturnedPayouts(app.context)).toBe(1);
  expect(app.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
  // From now on as any payout: it may come back.
  expect([await stateOf(id), await nextCheckOf(id), await holds(ada)]).toEqual([
    'delivered_late',
    10,
    50_000n,
  ]);
  await makeDue(id, '11 minutes');
  await checkReturnedPayouts(app.context);
  expect(await stateOf(id)).toBe('delivered_late');
});

it.each([
  ['73 hours', false, null],
  ['73 hours', true, 74 * 60],
])(
  'one that it did not know %s ago is asked about next (silent: %s) at minute %s',
  async (age, isSilent, minute) => {
    const { ada, id } = await unknownToTheBank();
    await control(app, 'faces/squad', { down: isSilent });
    await makeDue(id, age);
    expect(await checkReturnedPayouts(app.context)).toBe(1);
    await control(app, 'faces/squad', { down: false });
    expect([await nextCheckOf(id), await stateOf(id), await holds(ada)]).toEqual([
      minute,
      'refused',
      50_000n,
    ]);
  },
);

it('one that it refused is not asked about again, also when it had not known it before', async () => {
  const ada = await app.make.user({ wallet: naira(500) });
  const { id } = await openUnsent(ada);
  const { settling } = app.context.withdrawals;
  const word = { providerReference: null, message: null, raw: null };
  for (const outcome of ['not_found', 'refused'] as const)
    await settleWithdrawal(settling, BigInt(id), { ...word, outcome });
  expect([await stateOf(id), await nextCheckOf(id)]).toEqual(['refused', null]);
});
