/** A supplier takes longer than the first check, and it is not the sending process that asks about open purchases. */
import { naira } from '@jara/contract/money.ts';
import { expect, it, vi } from 'vitest';
import { numberOf, purchaseOf, useShop, type PurchaseRow } from '../../../test/buying.ts';
import type { Answer } from '../../../test/app.ts';
import { useSecond } from '../../../test/second.ts';
import { requeryDue } from './requery.ts';
import { handleSupplierHook } from './supplier-hook.ts';

const FIRST_CHECK_SECONDS = 5;

const app = useShop({
  env: {
    PURCHASE_FIRST_CHECK_SECONDS: String(FIRST_CHECK_SECONDS),
    PURCHASE_WAIT_MS: '20000',
    GLAD_TIMEOUT_MS: '25000',
  },
  timings: { slowMs: 8_000 },
});
const worker = useSecond(app);

interface Attempt {
  checks: number;
  isHinted: boolean;
  /** In how many seconds it is asked about, of a process that died by then. */
  dueIn: number;
}

const attemptOf = (reference: string): Promise<Attempt> =>
  app.owner.get<Attempt>(
    `select a.checks, coalesce(a.next_check_at = to_timestamp(0), false) as "isHinted",
       coalesce(extract(epoch from a.next_check_at - now()), 0)::float8 as "dueIn"
     from purchase_attempts a join transactions t on t.id = a.transaction_id where t.reference = $1`,
    [reference],
  );

/** Buys from the silent supplier: once it is on record, and how it ends. */
async function buySlowly(): Promise<{ reference: string; buying: Promise<Answer<'buyAirtime'>> }> {
  const ada = await app.make.user({ wallet: naira(5_000) });
  const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0008') };
  const buying = app.as(ada).call('buyAirtime', body);
  const { reference } = await vi.waitFor(
    () =>
      app.owner.get<{ reference: string }>('select reference from transactions where user_id = $1', [
        ada.userId,
      ]),
    5_000,
  );
  return { reference, buying };
}

/** Rounds of the worker until the purchase has ended: how many questions that were. */
async function askUntilEnded(buying: Promise<unknown>, lookOn: () => Promise<void>): Promise<number> {
  let asked = 0;
  let isOver = false;
  void buying.finally(() => (isOver = true));
  while (!isOver) {
    asked += await requeryDue(worker.context);
    await lookOn();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return asked;
}

const delivered: Partial<PurchaseRow> = { status: 'success', attempts: ['GLAD delivered'] };

it('a supplier is not asked about what another process is sending it at this moment', async () => {
  const { reference, buying } = await buySlowly();
  const longest: number[] = [];
  const asked = await askUntilEnded(buying, async () => {
    longest.push((await attemptOf(reference)).dueIn);
  });
  expect((await buying).status).toBe(200);
  expect(asked).toBe(0);
  expect((await attemptOf(reference)).checks).toBe(0);
  // Had the sender died, it would be asked about as soon as after any other purchase.
  expect(Math.max(...longest)).toBeLessThanOrEqual(FIRST_CHECK_SECONDS);
  expect(await purchaseOf(app, reference)).toMatchObject(delivered);
});

it('a hint that comes meanwhile is followed all the same', async () => {
  const { reference, buying } = await buySlowly();
  expect(await handleSupplierHook(app.context, 'GLAD', { ident: `${reference}1` })).toBe(true);
  // Longer than it takes until the first question is put off.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect((await attemptOf(reference)).isHinted).toBe(true);
  expect(await requeryDue(worker.context)).toBe(1);
  expect((await buying).status).toBe(200);
  expect(await purchaseOf(app, reference)).toMatchObject(delivered);
});
