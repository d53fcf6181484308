/** What proves that a bank still knows our payouts. */
import type { Pool } from '../../platform/db.ts';

/**
 * Our reference of the newest payout that this bank said it paid. What staff decided is left out: the bank may never have heard of it. Throws where
 * there is nothing else: then it is not known whether the bank finds anything. Null where nothing was ever paid.
 */
export async function findLastPaid(pool: Pool, provider: string): Promise<string | null> {
  const found = await pool.find<{ reference: string }>(
    `select reference from withdrawals where provider = $1 and state = 'delivered' and provider_reference is not null
     order by transaction_id desc limit 1`,
    [provider],
  );
  if (found !== undefined) return found.reference;
  const decided = await pool.find(
    `select from withdrawals where provider = $1 and state = 'delivered' limit 1`,
    [provider],
  );
  if (decided !== undefined) throw new Error(`all that ${provider} paid was decided by staff`);
  return null;
}
