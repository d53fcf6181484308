/** What proves that a bank still knows our payouts. */
import type { Pool } from '../../platform/db.ts';

/**
 * Our reference of the newest payout that this bank said it paid, or null. What staff decided is left out: the bank may never have heard of it.
 */
export async function findLastPaid(pool: Pool, provider: string): Promise<string | null> {
  const found = await pool.find<{ reference: string }>(
    `select reference from withdrawals where provider = $1 and state = 'delivered' and provider_reference is not null
     order by transaction_id desc limit 1`,
    [provider],
  );
  return found?.reference ?? null;
}
