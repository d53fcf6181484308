/** Reads transactions back: one, one with its timeline, or the newest page of a user. */
import { limits } from '@jara/contract/constants.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import type { PostingCode } from '../../ledger/chart.ts';
import { outcomes } from '../../ledger/states.ts';
import { isClientReference } from '../../platform/client-facts.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { readRowId } from '../../platform/row-id.ts';
import { presentReceipt, type DebitKind } from './receipt.ts';
import { transactionColumns, type Attempt, type TransactionRecord } from './transaction.ts';

export interface TransactionQuery {
  transaction: { id: bigint } | { reference: string };
  /** Finds only this user's transactions; null finds everybody's, which is for staff and for jobs. */
  ownerId: bigint | null;
}

const REFERENCE = /^[A-Z0-9]{4,40}$/;

/** The transaction that a caller names by `_id` or by reference. What cannot be a transaction's name is a transaction that does not exist. */
export function readTransactionKey(text: string): TransactionQuery['transaction'] {
  return parseTransactionKey(text) ?? refuse('not_found');
}

function parseTransactionKey(text: string): TransactionQuery['transaction'] | undefined {
  const id = readRowId(text);
  if (id !== undefined) return { id };
  const reference = text.toUpperCase();
  return REFERENCE.test(reference) ? { reference } : undefined;
}

const selectTransactions = `select ${transactionColumns} from transactions t join users u on u.id = t.user_id`;

export async function findTransaction(
  db: Db,
  { transaction, ownerId }: TransactionQuery,
): Promise<TransactionRecord | undefined> {
  const [column, value] =
    'id' in transaction ? ['t.id', transaction.id] : ['t.reference', transaction.reference];
  return db.find<TransactionRecord>(
    `${selectTransactions} where ${column} = $1 and ($2::bigint is null or t.user_id = $2)`,
    [value, ownerId],
  );
}

/**
 * The transaction that a viewer means by its `_id`, its reference or, of the viewer's own, by the reference that they gave it themselves.
 * An `_id` or reference of a transaction that they may see goes first, then the newest of those that they called so.
 */
export async function findNamed(
  db: Db,
  name: string,
  viewer: { userId: bigint; staff: boolean },
): Promise<TransactionRecord | undefined> {
  const transaction = parseTransactionKey(name);
  const ownerId = viewer.staff ? null : viewer.userId;
  const found = transaction && (await findTransaction(db, { transaction, ownerId }));
  if (found !== undefined || !isClientReference(name)) return found;
  return db.find<TransactionRecord>(
    `${selectTransactions} where t.client_reference = $1 and t.user_id = $2 order by t.id desc limit 1`,
    [name, viewer.userId],
  );
}

/** The row itself has the time of the last answer alone; the books know when a delivery was booked that was taken back since. */
const factsOf = (
  delivery: PostingCode,
  isReversed: string,
): string => `state, sent_at as "sentAt", answered_at as "answeredAt",
  case when ${isReversed} then (select posted_at from postings where code = '${delivery}' and reference = transaction_id::text) end as "deliveredAt"`;
const selectAttempts = `select attempt, supplier, ${factsOf(outcomes.delivered.posting.purchase, `reversal = 'reversed'`)}, next_check_at as "nextCheckAt"
  from purchase_attempts where transaction_id = $1 order by attempt`;
/** When a payout is asked about next is told of no withdrawal. */
const selectPayout = `select 1 as attempt, provider as supplier, ${factsOf(outcomes.delivered.posting.withdrawal, `state = 'reversed'`)}, null as "nextCheckAt"
  from withdrawals where transaction_id = $1`;

/** The receipt of a transaction; `staff` adds what only staff may see. */
export async function findReceipt(
  db: Db,
  query: TransactionQuery & { staff: boolean },
): Promise<Receipt | undefined> {
  const transaction = await findTransaction(db, query);
  if (transaction === undefined) return undefined;
  const attempts = await db.rows<Attempt>(transaction.type === 'withdraw' ? selectPayout : selectAttempts, [
    transaction.id,
  ]);
  const debit = await db.find<{ kind: DebitKind }>('select kind from debits where id = $1', [transaction.id]);
  return presentReceipt(transaction, { attempts, debit: debit?.kind }, { staff: query.staff });
}

/** The receipt of a transaction that is known to exist. */
export async function getReceipt(db: Db, query: TransactionQuery & { staff: boolean }): Promise<Receipt> {
  const receipt = await findReceipt(db, query);
  if (receipt === undefined) throw new Error('the transaction is gone');
  return receipt;
}

/** The newest page of a user's own transactions. */
export async function newestTransactions(db: Db, userId: bigint): Promise<TransactionRecord[]> {
  return db.rows<TransactionRecord>(
    `${selectTransactions} where t.user_id = $1 order by t.id desc limit ${limits.pageSize}`,
    [userId],
  );
}
