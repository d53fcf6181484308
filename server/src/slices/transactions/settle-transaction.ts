/** Ends a transaction that was pending, or takes back one that was a success, in the commit of its posting. */
import type { TransactionStatus } from '@jara/contract/constants.ts';
import type { Db } from '../../platform/db.ts';

export interface TransactionOutcome {
  id: bigint;
  from: TransactionStatus;
  to: TransactionStatus;
  /** The provider's own id and words; null keeps what stands there. */
  supplierId: string | null;
  supplierMessage: string | null;
}

/** Throws when the transaction is in another state than `from`. */
export async function settleTransaction(
  db: Db,
  { id, from, to, supplierId, supplierMessage }: TransactionOutcome,
): Promise<void> {
  const settled = await db.run(
    `update transactions set status = $3, supplier_id = coalesce($4, supplier_id), supplier_message = coalesce($5, supplier_message),
       settled_at = now() where id = $1 and status = $2`,
    [id, from, to, supplierId, supplierMessage],
  );
  if (settled !== 1) throw new Error(`line ${id} is not ${from}`);
}
