import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { endsAs, numberOf, useShop } from '../../../test/buying.ts';

/** A supplier that takes long, and buyers who wait less. */
const app = useShop({ env: { PURCHASE_WAIT_MS: '200' }, timings: { slowMs: 1_500 } });

it('whose supplier is slow is answered after the wait that is set, as paid and pending, and ends behind that', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const order = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0008') };
  const { status, reply } = await app.as(ada).call('buyAirtime', order);
  expect([status, reply.receipt.trans_Status]).toEqual([202, 'pending']);
  expect(app.sandbox.journal().deliveries).toHaveLength(0);
  await endsAs(app, reply.receipt.reference, 'success');
});
