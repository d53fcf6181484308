/** A thief with one thing that he stole, doing his worst. */
import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';
import { accountEnding, bankName } from '../../withdrawals/testing/fake-bank.ts';

/** Of the PIN that he sets himself where he can. */
export const pinOfThief = '7391';

/** In naira. */
export async function moneyOf(app: TestApp, { userId }: TestUser): Promise<number> {
  const { balance } = await app.context.pool.get<{ balance: bigint }>(
    `select balance from accounts where user_id = $1 and kind = 'wallet'`,
    [userId],
  );
  return Number(balance) / 100;
}

const sums = [200_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100];

/**
 * Everything that takes money out of an account, by the token that the thief has, in sums that shrink: whatever lets something through is
 * used until it does not.
 */
export async function takeEverything(app: TestApp, thief: TestUser): Promise<void> {
  const mule = await app.make.user();
  const accountNumber = accountEnding('1234');
  const as = app.as(thief);
  await as.call('validateBankAccount', { bankName, accountNumber });
  for (const amount of sums) {
    const more = { amount, force: true, pin: pinOfThief };
    await as.call('transferFund', { userName: mule.userName, ...more });
    await as.call('withdraw', { bankName, accountNumber, ...more });
    await as.call('buyAirtime', { network: 1, mobile_number: '08031235555', ...more });
  }
  await as.call('upgradeToReseller', { id: String(thief.userId), userType: 'reseller', pin: pinOfThief });
}
