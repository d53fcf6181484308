import { naira } from '@jara/contract/money.ts';
import { HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '@jara/contract/time-units.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askNow, balanceOf, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';

/*
 * A process whose clock is 20 minutes ahead of the database: what was sent a moment ago is not old because of that, and the answer "not
 * known" is not certain before its quiet time is over. What is new stays new when its clock is set on by a day.
 */

const app = useShop({
  env: {
    PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '600',
    PURCHASE_WAIT_MS: '500',
    NEW_DEVICE_CAP_NAIRA: '2000',
    NEW_DEVICE_CAP_HOURS: '24',
    NEW_RECEIVER_CAP_NAIRA: '1000',
  },
});

const patience = { timeout: 20_000, interval: 50 };
const setAhead = (ms = 20 * MINUTE_MS) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
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

  it.each([
    ['a new device', 'new_device_cap', 2_500, 24],
    ['a new receiver, paid on a new device', 'new_receiver_cap', 1_500, 0],
  ])('keeps the limit of %s', async (_what, code, amount, hoursToWait) => {
    const ada = await app.make.user({ wallet: naira(10_000) });
    const bola = await app.make.user();
    const login = async (program: string) =>
      (
        await app
          .anybody()
          .call(
            'login',
            { userName: ada.userName, password: ada.password },
            { headers: { 'user-agent': program } },
          )
      ).reply.token;
    const pin = '2580';
    const known = app.as({ token: await login('Firefox/130.0') });
    expect((await known.call('setPin', { password: ada.password, pin, pinCheck: pin })).status).toBe(200);
    const token = await login('curl/8.0');
    setAhead(25 * HOUR_MS);
    const sent = await app.as({ token }).call('transferFund', { userName: bola.userName, amount, pin });
    expect(sent.refusal).toMatchObject({ code });
    expect(Math.ceil(Number(sent.headers.get('retry-after')) / HOUR_SECONDS)).toBe(hoursToWait);
    expect(await balanceOf(app, ada)).toBe(naira(10_000));
  });
});
