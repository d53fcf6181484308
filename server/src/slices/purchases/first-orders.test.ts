/** The first orders at a supplier: nothing was ever delivered by which it could be seen whether it finds our references. */
import { naira } from '@jara/contract/money.ts';
import { expect, it, vi } from 'vitest';
import { findLastDelivered } from './last-delivered.ts';
import { askNow, balanceOf, endsAs, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';

const app = useShop({ env: { BELIEVE_UNPROVEN_SEARCH: 'off' } });

/** At GLAD first, and then at ALARO. */
async function buy(ending: string) {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const answer = await app
    .as(ada)
    .call('buyAirtime', { network: 1, amount: 500, mobile_number: numberOf('MTN', ending) });
  return { ada, reference: answer.reply.receipt.reference };
}

/** As if it had been sent, and not been known, so long ago. */
const makeOlder = (reference: string, interval: string) =>
  app.owner.run(
    `update purchase_attempts a set sent_at = sent_at - $2::interval, first_not_found_at = first_not_found_at - $2::interval
     from transactions t where t.id = a.transaction_id and t.reference = $1`,
    [reference, interval],
  );

async function askLater(reference: string) {
  for (let time = 0; time < 3; time += 1) {
    await makeOlder(reference, '1 minute');
    await askNow(app);
  }
  return purchaseOf(app, reference);
}

it('nothing goes on or back because a supplier that never delivered does not know it: not before it has', async () => {
  const { ada, reference } = await buy('0005');
  const open = { status: 'pending', refund: null };
  expect(await askLater(reference)).toMatchObject({ ...open, attempts: ['GLAD unknown'] });

  // By this delivery its search is seen to find. The next supplier has none to find so far.
  const sold = (await buy('5555')).reference;
  await endsAs(app, sold, 'success');
  const long = new Date(0);
  expect(await findLastDelivered(app.context.pool, 'GLAD', long)).toMatchObject({ reference: `${sold}1` });
  expect(await findLastDelivered(app.context.pool, 'GLAD', long, 0)).toBeNull();
  const next = { ...open, attempts: ['GLAD refused', 'ALARO unknown'] };
  await vi.waitFor(async () => expect(await askLater(reference)).toMatchObject(next), 10_000);
  expect(await askLater(reference)).toMatchObject(next);
  expect(await balanceOf(app, ada)).toBe(naira(505));
  await makeOlder(reference, '1 day');
  await askNow(app);
  expect(await purchaseOf(app, reference)).toMatchObject({
    ...open,
    attempts: ['GLAD refused', 'ALARO manual'],
  });
  expect(app.takeErrors()).toEqual([expect.stringContaining('staff must ask the supplier')]);
  const admin = await app.make.user({ isAdmin: true });
  const { waiting } = (await app.as(admin).call('listWaiting')).reply;
  expect(waiting).toMatchObject([{ reference, supplier: 'ALARO', why: 'no_outcome' }]);
});

it('an order is proved by what was delivered before it: a later one may be of another account', async () => {
  const sell = async () => {
    const { reference } = await buy('5555');
    await endsAs(app, reference, 'success');
    const { sentAt } = await app.owner.get<{ sentAt: Date }>(
      'select a.sent_at as "sentAt" from purchase_attempts a join transactions t on t.id = a.transaction_id where t.reference = $1',
      [reference],
    );
    return { reference: `${reference}1`, sentAt };
  };
  const [first, second, third] = [await sell(), await sell(), await sell()];
  const provedBy = async ({ sentAt }: { sentAt: Date }) =>
    (await findLastDelivered(app.context.pool, 'GLAD', sentAt))?.reference;
  expect(await provedBy(third)).toBe(second.reference);
  expect(await provedBy(second)).toBe(first.reference);
  expect(await provedBy({ sentAt: new Date(0) })).toBe(third.reference);
  // However many were sent since.
  expect(await findLastDelivered(app.context.pool, 'GLAD', second.sentAt, 1)).toMatchObject({
    reference: first.reference,
  });
});
