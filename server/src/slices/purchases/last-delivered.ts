/** What proves that a supplier's search still finds our orders. */
import { deliveredStates, listed } from '../../ledger/states.ts';
import type { DeliveredOrder } from '../../outside/suppliers/supplier.ts';
import type { Pool } from '../../platform/db.ts';
import { attemptReference } from './request.ts';

/** Of all suppliers together: what was delivered before those proves little, and whoever never delivered costs no walk through all orders. */
const ATTEMPTS_BACK = 100_000;

/**
 * The newest order that this supplier said it delivered, or null where the last 100,000 attempts have none. What staff decided is left out: the
 * supplier may never have heard of it.
 */
export async function findLastDelivered(
  pool: Pool,
  supplier: string,
  attemptsBack = ATTEMPTS_BACK,
): Promise<DeliveredOrder | null> {
  const found = await pool.find<DeliveredOrder & { attempt: number }>(
    `select t.type as kind, t.reference, t.recipient, a.attempt::int, a.sent_at as "sentAt"
     from (select * from purchase_attempts order by transaction_id desc limit $2) a join transactions t on t.id = a.transaction_id
     where a.supplier = $1 and a.state in (${listed(deliveredStates)}) and a.decided_at is null order by a.transaction_id desc limit 1`,
    [supplier, attemptsBack],
  );
  if (found === undefined) return null;
  const { attempt, ...order } = found;
  return { ...order, reference: attemptReference(order.reference, attempt) };
}
