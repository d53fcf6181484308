/** Many returns that are asked about by a supplier's list, with an allowance of ten questions at once. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, control, endsAs, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { checkReturnsByList } from './return-checks-by-list.ts';
import { checkReturns } from './return-checks.ts';

const QUESTIONS = 10;
const MANY = 100;
/** Those of one round may come to the supplier in another order than that of their numbers. */
const IN_A_ROUND = 5;
const app = useShop({
  timings: { processingMs: 60_000, reversalMs: 300 },
  env: { RETURN_CHECKS_PER_MINUTE: String(6 * QUESTIONS) },
});
let ada: TestUser;

async function buy(ending: string): Promise<string> {
  const call = { network: 1, amount: 100, mobile_number: numberOf('MTN', ending) };
  const { receipt } = (await app.as(ada).call('buyAirtime', call)).reply;
  await endsAs(app, receipt.reference, 'success');
  return receipt.reference;
}

beforeAll(async () => {
  await control(app, 'faces/glad', { webhookUrl: 'http://127.0.0.1:9/hooks/nobody' });
  ada = await app.make.user({ wallet: naira(50_000) });
  // Few at a time, so that on a loaded machine none runs into the time-out of its supplier.
  for (let round = 0; round < MANY / IN_A_ROUND; round += 1)
    await Promise.all(Array.from({ length: IN_A_ROUND }, () => buy('1234')));
}, 180_000);

const allow = () => app.context.pool.run('update provider_paces set used_until = to_timestamp(0)');
const left = async () =>
  (
    await app.context.pool.get<{ left: number }>(
      `select count(*)::int as left from purchase_attempts where return_check_at <= now() and state = 'delivered'`,
    )
  ).left;

beforeEach(async () => {
  await app.owner.run(
    `update purchase_attempts set answered_at = now(), return_check_at = now() - interval '1 hour' where state = 'delivered'`,
  );
  await allow();
});
afterEach(() => control(app, 'faces/glad', { lists: 'none' }));

/** With a full allowance each time. Gives how many rounds it took. */
async function askUntilNoneIsDue(): Promise<number> {
  for (let round = 1; round <= MANY; round += 1) {
    await allow();
    await checkReturns(app.context);
    if ((await left()) === 0) return round;
  }
  throw new Error('they are still due');
}

describe('a hundred deliveries that are due', () => {
  it('are answered by the list, and the one that was reversed is booked back', async () => {
    const before = await balanceOf(app, ada);
    const reference = await buy('0011');
    await expect
      .poll(() => app.sandbox.journal().deliveries.some(({ reversedAt }) => reversedAt !== undefined), {
        timeout: 10_000,
      })
      .toBe(true);
    await app.owner.run(`update purchase_attempts set return_check_at = now() where state = 'delivered'`);
    expect(await checkReturns(app.context)).toBe(MANY + 1);
    expect([await left(), await balanceOf(app, ada)]).toEqual([0, before]);
    expect((await purchaseOf(app, reference)).attempts).toEqual(['GLAD reversed']);
  });

  it('are asked about one by one when the list does not come', async () => {
    await control(app, 'faces/glad', { lists: 'fails' });
    const asked = await checkReturns(app.context);
    expect(asked).toBeGreaterThanOrEqual(QUESTIONS - 1);
    expect(asked).toBeLessThan(2 * QUESTIONS);
    expect(await left()).toBe(MANY - asked);
  });

  it('are asked about one by one where the list has gaps, and no page is asked for in vain twice', async () => {
    const before = await balanceOf(app, ada);
    await control(app, 'faces/glad', { lists: 'gaps' });
    // A third is missing: at ten questions a round that takes four, and one for the pages.
    expect(await askUntilNoneIsDue()).toBeLessThanOrEqual(6);
    expect(await balanceOf(app, ada)).toBe(before);
  });

  it('are asked about one by one when the list does not have them yet', async () => {
    const before = await balanceOf(app, ada);
    await control(app, 'faces/glad', { lists: 'late' });
    await askUntilNoneIsDue();
    expect(await balanceOf(app, ada)).toBe(before);
  });

  it('are what the list answers, and not one that was refused, of which it says a delivery', async () => {
    const reference = await buy('1234');
    const { id } = await app.owner.get<{ id: bigint }>(
      `update purchase_attempts a set state = 'refused', return_check_at = now() from transactions t
       where t.id = a.transaction_id and t.reference = $1 returning t.id`,
      [reference],
    );
    const glad = app.context.suppliers.get('GLAD') ?? expect.fail('GLAD is connected');
    // At the ends of two pages, what stands on the other page than it should is left for a question of its own.
    expect(await checkReturnsByList(app.context, glad)).toBeGreaterThan(MANY - 2 * IN_A_ROUND);
    expect((await purchaseOf(app, reference)).attempts).toEqual(['GLAD refused']);
    await app.owner.run(`update purchase_attempts set state = 'delivered' where transaction_id = $1`, [id]);
  });
});
