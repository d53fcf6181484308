/** Shows the refund of a purchase, in the commit of its posting: the purchase becomes `refunded`, and a line says what came back. */
import type { UserBalance } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import { newReference } from './reference.ts';

export interface NewRefund {
  /** A purchase that is `success`, locked by the caller. */
  purchaseId: bigint;
  /** Of the refund's line, given by `nextLineId`. */
  lineId: bigint;
  balance: UserBalance;
}

/** Breaks `one_refund_each` when the purchase has a refund line already. */
export async function recordRefund(db: Db, { purchaseId, lineId, balance }: NewRefund): Promise<void> {
  const shown = await db.run(
    `with refunded as (
       update transactions set status = 'refunded', settled_at = now() where id = $1 and status = 'success' returning *)
     insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, amount_kobo, charge_kobo,
       balance_before, balance_after, related_id, settled_at)
     select $2, user_id, $3, 'refund', 'success', network, product, description, recipient, charge_kobo, charge_kobo, $4, $5, id, now()
     from refunded`,
    [purchaseId, lineId, newReference(), balance.before, balance.after],
  );
  if (shown !== 1) throw new Error(`purchase ${purchaseId} is not a success that can be refunded`);
}
