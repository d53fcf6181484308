/** What proves that a supplier's search still finds our orders. */
import { deliveredStates, listed } from '../../ledger/states.ts';
import type { DeliveredOrder } from '../../outside/suppliers/supplier.ts';
import type { Pool } from '../../platform/db.ts';
import { attemptReference } from './request.ts';

/** Of all suppliers together: what was delivered before those proves little, and whoever never delivered costs no walk through all orders. */
const ATTEMPTS_BACK = 100_000;

/**
 * The newest order that this supplier said it delivered, of those sent before `sentAt`: an order that is asked about was sent to the account that
 * delivered it, while a later one may be of another account, which knows nothing of either. Where there is none, the newest of all, which proves at
 * least that its search finds orders; null where the last 100,000 attempts (before it, and then of all) have none. What staff decided is left out: the supplier may
 * never have heard of it.
 */
export async function findLastDelivered(
  pool: Pool,
  supplier: string,
  sentAt: Date,
  attemptsBack = ATTEMPTS_BACK,
): Promise<DeliveredOrder | null> {
  for (const before of [sentAt, null]) {
    const found = await pool.find<DeliveredOrder & { attempt: number }>(
      `select t.type as kind, t.reference, t.recipient, a.attempt::int, a.sent_at as "sentAt"
       from (
         select * from purchase_attempts where $3::timestamptz is null or sent_at < $3 order by transaction_id desc limit $2
       ) a join transactions t on t.id = a.transaction_id
       where a.supplier = $1 and a.state in (${listed(deliveredStates)}) and a.decided_at is null
       order by a.transaction_id desc limit 1`,
      [supplier, attemptsBack, before],
    );
    if (found === undefined) continue;
    const { attempt, ...order } = found;
    return { ...order, reference: attemptReference(order.reference, attempt) };
  }
  return null;
}
