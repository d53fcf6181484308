/** Ends a transaction that was pending, or takes back one that was a success, in the commit of its posting and after it. */
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
  const { isSettled } = await db.get<{ isSettled: boolean }>(
    'select settle_transaction($1, array[$2], $3, $4, $5) as "isSettled"',
    [id, from, to, supplierId, supplierMessage],
  );
  if (!isSettled) throw new Error(`line ${id} is not ${from}`);
}

/** Of a card payment that nobody has paid, or not in naira; one that was credited stays as it is. */
export async function failPayment(
  db: Db,
  id: bigint,
  message: string,
  supplierId: string | null = null,
): Promise<void> {
  await db.run(`select settle_transaction($1, '{pending,failed}', 'failed', $2, $3)`, [
    id,
    supplierId,
    message,
  ]);
}
