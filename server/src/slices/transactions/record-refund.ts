/** Shows what came back of a purchase or a withdrawal, in the commit of its posting. */
import type { UserBalance } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import { newReference } from './reference.ts';

export interface NewRefund {
  /** What came back: its transaction. */
  relatedId: bigint;
  /** Given by `nextTransactionId`. */
  refundId: bigint;
  balance: UserBalance;
}

/** After the posting, and after the transaction that came back was settled. Breaks `one_refund_each` when there is one already. */
export async function recordRefund(db: Db, { relatedId, refundId, balance }: NewRefund): Promise<void> {
  await db.get('select refund_transaction($1, $2, $3, $4, $5)', [
    refundId,
    relatedId,
    newReference(),
    balance.before,
    balance.after,
  ]);
}
