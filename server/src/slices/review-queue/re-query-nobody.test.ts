/** Staff ask again about what nobody can be asked about now: it is being sent, or who has it is not connected. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { numberOf, purchaseOf } from '../../../test/buying.ts';
import { createFakeBank } from '../withdrawals/testing/fake-bank.ts';

// Nobody waits for a bank or a supplier that takes long, so that there is time to ask meanwhile.
const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' }, timings: { slowMs: 3_000 } });
const { withdrawTo, waitForState, expectJournalToAgree } = createFakeBank(app);
afterEach(() => expectJournalToAgree());

const press = async (transactionId: string) => {
  const agent = await app.make.user({ isAgent: true });
  return (await app.as(agent).call('reQueryWithdrawal', { transactionId })).reply.msg;
};

it('what is being sent has its outcome soon, and nobody is asked', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const payout = (await withdrawTo(ada, '0008', 500)).reply.receipt;
  const order = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0008') };
  const purchase = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
  const underway = 'It is on its way at this moment. There is no outcome yet';
  expect([await press(payout._id), await press(purchase._id)]).toEqual([underway, underway]);
  await vi.waitFor(
    async () => {
      expect((await purchaseOf(app, purchase.reference)).status).toBe('success');
      await waitForState(payout._id, 'delivered');
    },
    { timeout: 20_000, interval: 200 },
  );
  const asked = 'was asked, and nothing has changed. It went through';
  expect([await press(payout._id), await press(purchase._id)]).toEqual([`SQUAD ${asked}`, `GLAD ${asked}`]);
});

it('what was sent to somebody who is not connected any more stays as it is, and the log says so', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const payout = (await withdrawTo(ada, '0009', 500)).reply.receipt;
  await waitForState(payout._id, 'unknown');
  await app.owner.run(`update withdrawals set provider = 'former' where transaction_id = $1`, [payout._id]);
  const order = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0009') };
  const purchase = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
  await vi.waitFor(async () =>
    expect((await purchaseOf(app, purchase.reference)).attempts).toEqual(['GLAD unknown']),
  );
  for (const [table, id] of [
    ['purchase_attempts', 'transaction_id'],
    ['transactions', 'id'],
  ])
    await app.owner.run(`update ${table} set supplier = 'FORMER' where ${id} = $1`, [purchase._id]);
  const notAsked = 'Nobody was asked: who has it is not connected. There is no outcome yet';
  expect([await press(payout._id), await press(purchase._id)]).toEqual([notAsked, notAsked]);
  expect(app.takeErrors()).toEqual([
    expect.stringContaining('a withdrawal was sent by a provider that is not connected'),
    expect.stringContaining('a purchase was sent to a supplier that is not connected'),
  ]);
});
