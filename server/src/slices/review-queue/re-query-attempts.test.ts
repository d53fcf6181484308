/** Staff ask again about a purchase that more than one supplier was asked for. */
import { naira } from '@jara/contract/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { arriveLate, control, endsAs, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';

const app = useShop();

async function buy(network: 'MTN' | 'GLO') {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const recipient = numberOf(network, '1234');
  const order = { network: network === 'MTN' ? 1 : 2, amount: 500, mobile_number: recipient };
  const { reference } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
  return { recipient, reference };
}

const press = async (transactionId: string) => {
  const agent = await app.make.user({ isAgent: true });
  return (await app.as(agent).call('reQueryWithdrawal', { transactionId })).reply.msg;
};

// What both suppliers find, so that it counts what they do not.
beforeAll(async () => {
  for (const network of ['MTN', 'GLO'] as const) await endsAs(app, (await buy(network)).reference, 'success');
});

it('asks a supplier as well that was passed over because it did not know it, and hears that it delivered', async () => {
  await control(app, 'faces/glad', { down: true });
  const { recipient, reference } = await buy('MTN');
  await control(app, 'faces/glad', { down: false });
  const { attempts } = await endsAs(app, reference, 'success');
  expect(attempts).toEqual(['GLAD refused', 'ALARO delivered']);
  const silent =
    'GLAD and ALARO were asked, and nothing has changed; GLAD did not say what became of it. It went through';
  expect(await press(reference)).toBe(silent);

  const lastSupplierIs = (name: string) =>
    app.owner.commit(async (db) => {
      const { id } = await db.get<{ id: bigint }>(
        'update transactions set supplier = $2 where reference = $1 returning id',
        [reference, name],
      );
      await db.run('update purchase_attempts set supplier = $2 where transaction_id = $1 and attempt = 2', [
        id,
        name,
      ]);
    });
  await lastSupplierIs('GONE');
  expect(await press(reference)).toBe(
    'GLAD was asked, and nothing has changed; GLAD did not say what became of it; GONE is not connected. It went through',
  );
  expect(app.takeErrors()).toEqual([expect.stringContaining('not connected')]);
  await lastSupplierIs('ALARO');

  await arriveLate(app, `${reference}1`, recipient);
  expect(await press(reference)).toBe(
    'GLAD and ALARO were asked, and the timeline has what is new. It went through',
  );
  const after = await purchaseOf(app, reference);
  expect([after.status, after.attempts]).toEqual(['success', ['GLAD delivered_late', 'ALARO delivered']]);
  expect(app.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
});

it('does not ask one that refused it in words', async () => {
  await control(app, 'faces/glad', { failPercent: 100 });
  const { reference } = await buy('MTN');
  await control(app, 'faces/glad', { failPercent: 0 });
  const { attempts } = await endsAs(app, reference, 'success');
  expect(attempts).toEqual(['GLAD refused', 'ALARO delivered']);
  expect(await press(reference)).toBe('ALARO was asked, and nothing has changed. It went through');
});
