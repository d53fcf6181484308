import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryView } from '../../sandbox/src/control/views.ts';
import { useShop } from './buying.ts';
import { journalBreaks } from './journal.ts';

const app = useShop();
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
});

async function refused(): Promise<Partial<DeliveryView>> {
  const { reference, recipient } = await app.context.pool.get<{ reference: string; recipient: string }>(
    `select reference, recipient from transactions where status = 'failed'`,
  );
  return { reference: `${reference}1`, recipient };
}
