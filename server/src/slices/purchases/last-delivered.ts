/** What proves that a supplier's search still finds our orders. */
import { deliveredStates, listed } from '../../ledger/states.ts';
import type { DeliveredOrder } from '../../outside/suppliers/supplier.ts';
import type { Pool } from '../../platform/db.ts';
import { attemptReference } from './request.ts';

/**
 * The newest order that this supplier said it delivered, or null. What staff decided is left out: the supplier may never have heard of it.
 */
export async function findLastDelivered(pool: Pool, supplier: string): Promise<DeliveredOrder | null> {
  const found = await pool.find<DeliveredOrder & { attempt: number }>(
    `select t.type as kind, t.reference, t.recipient, a.attempt::int, a.sent_at as "sentAt" from purchase_attempts a join transactions t on t.id = a.transaction_id
     where a.supplier = $1 and a.state in (${listed(deliveredStates)}) and a.decided_at is null order by a.transaction_id desc limit 1`,
    [supplier],
  );
  if (found === undefined) return null;
  const { attempt, ...order } = found;
  return { ...order, reference: attemptReference(order.reference, attempt) };
}
