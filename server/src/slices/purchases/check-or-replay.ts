/**
 * Runs the checks of a purchase; where they refuse, a key that was used before still gets its purchase: the price may have changed since,
 * and the service may be locked.
 */
import type { Context } from '../../app/context.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { requestHash, type PurchaseFacts } from './request.ts';
import type { BuyResult } from './purchases.ts';

/** What `check` gives, or the earlier purchase of the key when `check` refuses; without one, throws that refusal. */
export async function checkOrReplay<Sale>(
  { pool, purchases }: Context,
  { buyer, key, facts }: { buyer: Principal; key: string | null; facts: PurchaseFacts },
  check: () => Sale | Promise<Sale>,
): Promise<{ sale: Sale } | { earlier: BuyResult }> {
  try {
    return { sale: await check() };
  } catch (error) {
    if (key === null || !(error instanceof Refusal)) throw error;
    const used = await pool.find<{ transactionId: bigint; requestHash: string }>(
      `select transaction_id as "transactionId", request_hash as "requestHash" from idempotency_keys
       where user_id = $1 and key = $2`,
      [buyer.userId, key],
    );
    if (used === undefined) throw error;
    if (used.requestHash !== requestHash(facts)) refuse('idempotency_key_reused');
    return { earlier: await purchases.replay(used.transactionId) };
  }
}
