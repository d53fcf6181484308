/** Many payouts that are asked about by the bank's list, with an allowance of ten questions at once. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import type { ListedPayout, PayoutBank } from '../../outside/banks/banks.ts';
import { askAboutPayout, checkReturnedPayouts } from './requery.ts';
import { checkPayoutsByList } from './returned-payouts-by-list.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({
  env: { PURCHASE_WAIT_MS: '0', RETURN_CHECKS_PER_MINUTE: '60' },
  timings: { reversalMs: 300 },
});
const { withdrawTo, openUnsent, makeOlder, holds, stateOf, waitForState, expectJournalToAgree } =
  createFakeBank(app);
afterEach(() => expectJournalToAgree());

const MANY = 24;

async function paidTo(digits: string) {
  const ada = await app.make.user({ wallet: naira(500) });
  const id = (await withdrawTo(ada, digits, 500)).reply.receipt._id;
  await waitForState(id, 'delivered');
  return { ada, id };
}

beforeAll(async () => {
  for (let number = 1; number < MANY; number += 1) await paidTo('1234');
});

/** With a full allowance. */
async function makeAllDue(): Promise<void> {
  await app.owner.run(`update withdrawals set return_check_at = now() where state = 'delivered'`);
  await app.context.pool.run('update provider_paces set used_until = to_timestamp(0)');
}

/** Gives how many were asked about in one round. */
async function askAboutAll(): Promise<number> {
  await makeAllDue();
  return checkReturnedPayouts(app.context);
}

/** How many are due at that time of the database. */
const dueAt = async (at: string) =>
  (
    await app.owner.get<{ due: bigint }>(
      `select count(*) as due from withdrawals where return_check_at ${at}`,
    )
  ).due;

describe('the list of a bank', () => {
  const askBy = (payouts: PayoutBank) => checkPayoutsByList({ ...app.context, payouts });
  /** All that the bank has, as it has it, in pages of six. */
  async function inPages(change: (listed: ListedPayout, place: number) => ListedPayout): Promise<PayoutBank> {
    const page = await app.context.payouts.listPayouts?.(1);
    if (page?.outcome !== 'told') throw new Error('the bank has a list');
    const rows = page.rows.map(change);
    return {
      ...app.context.payouts,
      listPayouts: (number) =>
        Promise.resolve({
          outcome: 'told',
          rows: rows.slice((number - 1) * 6, number * 6),
          isLast: number * 6 >= rows.length,
        }),
    };
  }

  it('is gone through page by page, and answers all that are on it', async () => {
    await makeAllDue();
    expect(await askBy(await inPages((listed) => listed))).toBe(MANY - 1);
    expect(await dueAt('<= now()')).toBe(0n);
  });

  it('is not believed of another amount or account, nor of anything but a payment: those are asked about first', async () => {
    await makeAllDue();
    const changes: Partial<ListedPayout>[] = [
      { amountKobo: naira(449) },
      { accountNumber: '0000000001' },
      { says: 'refused' },
      { says: 'unknown' },
    ];
    const bank = await inPages((listed, place) => ({ ...listed, ...changes[place] }));
    expect(await askBy(bank)).toBe(MANY - 1 - changes.length);
    expect([await dueAt('<= now()'), await dueAt('= to_timestamp(0)')]).toEqual([4n, 4n]);
  });

  it('does not say that one was paid after it was refused: that is asked about by itself', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const { id, order } = await openUnsent(ada);
    for (let times = 0; times < 2; times += 1) {
      await makeOlder(id, '11 minutes');
      await askAboutPayout(app.context, BigInt(id));
    }
    expect((await app.context.payouts.pay(order)).outcome).toBe('paid');
    await makeAllDue();
    await app.owner.run('update withdrawals set return_check_at = now() where transaction_id = $1', [id]);
    expect(await askBy(await inPages((listed) => listed))).toBe(MANY - 1);
    expect([await stateOf(id), await dueAt('<= now()')]).toEqual(['refused', 1n]);
    expect(await checkReturnedPayouts(app.context)).toBe(1);
    expect([await stateOf(id), app.takeErrors()]).toEqual([
      'delivered_late',
      [expect.stringContaining('booked as a loss')],
    ]);
  });

  it('is not asked for where there is none', async () => {
    await makeAllDue();
    const { listPayouts, ...bank } = app.context.payouts;
    expect([typeof listPayouts, await askBy(bank), await dueAt('<= now()')]).toEqual([
      'function',
      0,
      BigInt(MANY - 1),
    ]);
  });
});

it('cost a page, and the one that came back is found; what differs from the books is asked about by itself', async () => {
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
