/** Writes the line that a user sees of a movement, in the commit of its posting. Purchases write theirs in `open_purchases`, refunds in `record_refund`. */
import type { TransactionStatus, TransactionType } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';
import type { UserBalance } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import { newReference } from './reference.ts';

export interface NewLine {
  /** Given by `nextLineId`, so that the posting can carry it. */
  id: bigint;
  userId: bigint;
  type: TransactionType;
  status: TransactionStatus;
  description: string;
  /** What the line moves in the wallet. */
  amountKobo: Kobo;
  /** Of the wallet's entry in the posting; null when the money has not moved yet. */
  balance: UserBalance | null;
  reference?: string;
  recipient?: string;
  feeKobo?: Kobo;
  faceValueKobo?: Kobo;
  /** Of a transfer: the sender's line. */
  relatedId?: bigint;
}

/** A line's id before the line is there: postings name it as their reference. */
export async function nextLineId(db: Db): Promise<bigint> {
  const { id } = await db.get<{ id: bigint }>(`select nextval('transactions_id_seq') as id`);
  return id;
}

/** Gives the reference under which people speak of the line. */
export async function recordLine(db: Db, line: NewLine): Promise<string> {
  const reference = line.reference ?? newReference();
  await db.run(
    `insert into transactions (id, user_id, reference, type, status, description, recipient, amount_kobo, fee_kobo, face_value_kobo,
       balance_before, balance_after, related_id, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, case when $5 = 'pending' then null else now() end)`,
    [
      line.id,
      line.userId,
      reference,
      line.type,
      line.status,
      line.description,
      line.recipient ?? null,
      line.amountKobo,
      line.feeKobo ?? null,
      line.faceValueKobo ?? null,
      line.balance?.before ?? null,
      line.balance?.after ?? null,
      line.relatedId ?? null,
    ],
  );
  return reference;
}
