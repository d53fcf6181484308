/** What the bank sends back after it has paid, of which it tells nobody. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import { checkReturnedPayouts } from './requery.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' }, timings: { reversalMs: 700 } });
const { withdrawTo, holds, stateOf, waitForState, expectJournalToAgree } = createFakeBank(app);
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
