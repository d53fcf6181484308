/** What proves that a bank still knows our payouts. */
import type { Pool } from '../../platform/db.ts';

/**
 * Our reference of the newest payout that this bank said it paid of those sent before the one that is asked about, or else of the newest of all; null where
 * there is none. For which of them proves what, see `findLastDelivered`. What staff decided is left out: the bank may never have heard of it.
 */
export async function findLastPaid(pool: Pool, provider: string, asked: string): Promise<string | null> {
  for (const before of [asked, null]) {
    const found = await pool.find<{ reference: string }>(
      `select reference from withdrawals where provider = $1 and state = 'delivered' and provider_reference is not null
         and ($2::text is null or sent_at < (select sent_at from withdrawals where reference = $2))
       order by transaction_id desc limit 1`,
      [provider, before],
    );
    if (found !== undefined) return found.reference;
  }
  return null;
}
