/** Writes the transaction that a user sees of a movement, in the commit of its posting. Purchases write theirs in `open_purchases`, refunds in `record_refund`. */
import type { TransactionStatus, TransactionType } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';
import type { UserBalance } from '../../ledger/post.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { Db } from '../../platform/db.ts';
import { newReference } from './reference.ts';

export interface NewTransaction {
  /** Given by `nextTransactionId`, so that the posting can carry it. */
  id: bigint;
  userId: bigint;
  type: TransactionType;
  status: TransactionStatus;
  description: string;
  /** What the transaction moves in the wallet. */
  amountKobo: Kobo;
  /** Of the wallet's entry in the posting; null when the money has not moved yet. */
  balance: UserBalance | null;
  reference?: string;
  recipient?: string;
  feeKobo?: Kobo;
  faceValueKobo?: Kobo;
  /** Of a transfer: the sender's transaction. */
  relatedId?: bigint;
  /** Of whoever's request made it, and only on their own transaction. */
  client?: ClientFacts;
}

/** A transaction's id before the transaction is there: postings name it as their reference. */
export async function nextTransactionId(db: Db): Promise<bigint> {
  const { id } = await db.get<{ id: bigint }>(`select nextval('transactions_id_seq') as id`);
  return id;
}

/** Gives the reference under which people speak of the transaction. */
export async function recordTransaction(db: Db, transaction: NewTransaction): Promise<string> {
  const reference = transaction.reference ?? newReference();
  await db.run(
    'select record_transaction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
    [
      transaction.id,
      transaction.userId,
      reference,
      transaction.type,
      transaction.status,
      transaction.description,
      transaction.recipient ?? null,
      transaction.amountKobo,
      transaction.feeKobo ?? null,
      transaction.faceValueKobo ?? null,
      transaction.balance?.before ?? null,
      transaction.balance?.after ?? null,
      transaction.relatedId ?? null,
      transaction.client?.clientReference ?? null,
      transaction.client?.metadata ?? null,
    ],
  );
  return reference;
}
