/** What proves that a bank still knows our payouts. */
import type { Pool } from '../../platform/db.ts';

/**
 * Our reference of the newest payout that this bank said it paid before the one that is asked about, or else of the newest of all; null where
 * there is none. For which of them proves what, see `findLastDelivered`. What staff decided is left out: the bank may never have heard of it.
 */
export async function findLastPaid(pool: Pool, provider: string, asked: string): Promise<string | null> {
  const found = await pool.find<{ reference: string }>(
    `with paid as (
       select transaction_id, reference from withdrawals
       where provider = $1 and state = 'delivered' and provider_reference is not null)
     select coalesce(
       (select reference from paid where transaction_id < (select transaction_id from withdrawals where reference = $2)
        order by transaction_id desc limit 1),
       (select reference from paid order by transaction_id desc limit 1)) as reference`,
    [provider, asked],
  );
  return found?.reference ?? null;
}
