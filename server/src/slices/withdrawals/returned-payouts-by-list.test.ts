/** Many payouts that are asked about by the bank's list, with an allowance of ten questions at once. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import { checkReturnedPayouts } from './requery.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({
  env: { PURCHASE_WAIT_MS: '0', RETURN_CHECKS_PER_MINUTE: '60' },
  timings: { reversalMs: 300 },
});
const { withdrawTo, holds, stateOf, waitForState, expectJournalToAgree } = createFakeBank(app);
afterEach(() => expectJournalToAgree());

const MANY = 24;

async function paidTo(digits: string) {
  const ada = await app.make.user({ wallet: naira(500) });
  const id = (await withdrawTo(ada, digits, 500)).reply.receipt._id;
  await waitForState(id, 'delivered');
  return { ada, id };
}

/** Gives how many were asked about in one round with a full allowance. */
async function askAboutAll(): Promise<number> {
  await app.owner.run(`update withdrawals set return_check_at = now() where state = 'delivered'`);
  await app.context.pool.run('update provider_paces set used_until = to_timestamp(0)');
  return checkReturnedPayouts(app.context);
}

it('cost a page, and the one that came back is found; what differs from the books is asked about by itself', async () => {
  for (let number = 1; number < MANY; number += 1) await paidTo('1234');
  const { ada, id } = await paidTo('0011');
  await vi.waitFor(
    () => expect(app.sandbox.journal().payouts.some(({ reversedAt }) => reversedAt !== undefined)).toBe(true),
    5_000,
  );
  expect(await askAboutAll()).toBe(MANY);
  expect([await stateOf(id), await holds(ada)]).toEqual(['reversed', 50_000n]);

  // The list is believed of this amount and this account only, and the bank's own answer decides.
  const other = `transaction_id = (select max(transaction_id) from withdrawals where state = 'delivered')`;
  await app.owner.run(`update withdrawals set account_number = '0000000001' where ${other}`);
  expect(await askAboutAll()).toBe(MANY - 1);
  expect(
    await app.context.pool.rows(`select state from withdrawals where ${other} and return_check_at > now()`),
  ).toEqual([{ state: 'delivered' }]);
  await app.owner.run(
    `update withdrawals set account_number = substr(raw, strpos(raw, '"account_number":"') + 18, 10) where ${other}`,
  );

  // A list that fails leaves them to their own questions, within the allowance.
  await control(app, 'faces/squad', { lists: 'fails' });
  const asked = await askAboutAll();
  await control(app, 'faces/squad', { lists: 'none' });
  expect(asked).toBeGreaterThanOrEqual(9);
  expect(asked).toBeLessThan(20);
});
