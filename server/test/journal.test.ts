import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryView } from '../../sandbox/src/control/views.ts';
import { useTestApp } from './app.ts';
import { shortWaits } from './buying.ts';
import { journalBreaks } from './journal.ts';

const app = useTestApp({ env: shortWaits });
let airtime: DeliveryView;
let data: DeliveryView;

beforeAll(async () => {
  const ada = await app.make.user({ wallet: naira(5_000) });
  await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031231111', amount: 500 });
  await app.as(ada).call('buyData', { network: 1, mobile_number: '08031232222', plan: 1 });
  await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031230001', amount: 500 });
  const [first, second] = app.sandbox.journal().deliveries;
  if (first === undefined || second === undefined) throw new Error('not delivered');
  [airtime, data] = [first, second];
});

describe('the journal and the books', () => {
  it('agree', async () => {
    expect(await journalBreaks(app.context.pool, [airtime, data])).toEqual([]);
  });

  it.each([
    ['a delivery that the journal does not have', () => [airtime]],
    ['a delivery that the books do not have', () => [airtime, data, { ...data, reference: 'ELSE1' }]],
    ['a delivery by another supplier', () => [airtime, { ...data, supplier: 'ALARO' }]],
    ['a delivery twice', () => [airtime, data, data]],
    ['a delivery that was taken back', () => [airtime, { ...data, reversedAt: data.at }]],
    ['a delivery to somebody else', () => [airtime, { ...data, recipient: '08031233333' }]],
    ['another plan', () => [airtime, { ...data, planId: 202 }]],
    ['another amount', () => [{ ...airtime, amount: 501 }, data]],
    ['airtime instead of data', () => [airtime, { ...data, kind: 'airtime' }]],
    ['a delivery of what was refused', async () => [airtime, data, { ...airtime, ...(await refused()) }]],
  ])('differ by %s', async (_what, deliveries) => {
    expect(await journalBreaks(app.context.pool, await deliveries())).not.toEqual([]);
  });

  describe('of what staff refunded', () => {
    const breaks = (changes: Partial<DeliveryView>) =>
      journalBreaks(app.context.pool, [airtime, { ...data, ...changes }]);
    const reversed = () => breaks({ reversedAt: data.at });

    it('differ when the supplier took it back and the books have not recovered it, and the other way round', async () => {
      const { id } = await app.context.pool.get<{ id: bigint }>(
        `select id from transactions where reference = left($1, -1)`,
        [data.reference],
      );
      const admin = await app.make.user({ isAdmin: true });
      expect((await app.as(admin).call('refund', { id: String(id), reason: 'never came' })).status).toBe(200);
      expect(await breaks({})).toEqual([]);
      expect(await reversed()).toEqual([expect.stringContaining('is delivered in the books of a refunded')]);

      // Disputed or not: once it was refunded there is nothing left for staff to decide.
      const dispute = (at: string) =>
        app.owner.run(`update purchase_attempts set disputed_at = ${at} where transaction_id = $1`, [id]);
      await dispute('now()');
      expect(await reversed()).toHaveLength(1);
      await dispute('null');

      // The state alone is no recovery.
      const setState = (state: string) =>
        app.owner.run(
          `update purchase_attempts set state = $2, reversal = case when $2 = 'recovered' then $2 end where transaction_id = $1`,
          [id, state],
        );
      await setState('recovered');
      expect(await reversed()).toEqual([expect.stringContaining('with attempts recovered')]);
      await setState('delivered');

      await app.as(admin).call('recoverRefund', { id: String(id), reason: 'their statement' });
      expect(await reversed()).toEqual([]);
      expect(await breaks({})).toEqual([expect.stringContaining('was delivered, but is recovered')]);
    });
  });
});

async function refused(): Promise<Partial<DeliveryView>> {
  const { reference, recipient } = await app.context.pool.get<{ reference: string; recipient: string }>(
    `select reference, recipient from transactions where status = 'failed'`,
  );
  return { reference: `${reference}1`, recipient };
}
