import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askNow, balanceOf, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';

/*
 * A process whose clock is 20 minutes ahead of the database: what was sent a moment ago is not old because of that, and the answer "not
 * known" is not certain before its quiet time is over.
 */

const app = useShop({ env: { PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '600', PURCHASE_WAIT_MS: '500' } });

const patience = { timeout: 20_000, interval: 50 };
const AHEAD_MS = 20 * 60_000;
const setAhead = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD_MS });
afterEach(() => vi.useRealTimers());

const secondsToNextCheck = async (transactionId: string) => {
  const { seconds } = await app.context.pool.get<{ seconds: number }>(
    `select extract(epoch from next_check_at - now())::float8 as seconds from purchase_attempts where transaction_id = $1`,
    [BigInt(transactionId)],
  );
  return seconds;
};

describe('a process whose clock is ahead', () => {
  it('takes no purchase for refused that was sent a moment ago', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { receipt } = (
      await app
        .as(ada)
        .call('buyAirtime', { network: 1, amount: 500, mobile_number: numberOf('MTN', '0005') })
    ).reply;
    // This process does not wait for the supplier any more.
    await vi.waitFor(
      async () => expect((await purchaseOf(app, receipt.reference)).attempts).toEqual(['GLAD unknown']),
      patience,
    );
    await askNow(app);
    setAhead();
    await askNow(app);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      status: 'pending',
      attempts: ['GLAD unknown'],
    });
    expect(await balanceOf(app, ada)).toBe(naira(505));
    expect(await secondsToNextCheck(receipt._id)).toBeLessThan(600);
  });
});
