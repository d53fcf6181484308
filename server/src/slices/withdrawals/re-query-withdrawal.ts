import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { settlePayment } from '../funding/settle-payment.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { requeryNow } from '../purchases/requery.ts';
import { findTransaction, getReceipt, readTransactionKey } from '../transactions/find-receipt.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';
import { requeryWithdrawal } from './requery.ts';

/**
 * Staff ask whoever holds the money what became of a transaction. The answer goes through the one settlement of its kind, so a hundred presses
 * do what one does.
 */
export const reQueryWithdrawal =
  (context: Context): Handler<'reQueryWithdrawal'> =>
  async ({ principal, body, request }) => {
    const { pool } = context;
    const transaction = (await findAskedTransaction(pool, String(body.transactionId))) ?? refuse('not_found');
    await ask(context, transaction);
    const query = { transaction: { id: transaction.id }, ownerId: null };
    const receipt = await getReceipt(pool, { ...query, staff: true });
    await recordStaffAction(pool, principal, request, {
      action: 'reQueryWithdrawal',
      subject: `transaction ${transaction.id}`,
      before: { status: transaction.status },
      after: { status: receipt.trans_Status },
    });
    return { msg: sentences[receipt.trans_Status] ?? sentences.pending, receipt };
  };

const sentences: Record<string, string> & { pending: string } = {
  pending: 'There is no outcome yet. We keep asking',
  success: 'It went through',
  failed: 'It did not go through',
  refunded: 'It was taken back, and the money is in the wallet',
};

/** By our id or reference, else by the provider's id of a transaction that is still asked about. */
async function findAskedTransaction(db: Db, text: string): Promise<TransactionRecord | undefined> {
  const own = await findOwnTransaction(db, text);
  if (own !== undefined) return own;
  const theirs = await db.find<{ id: bigint }>(
    `select transaction_id as id from purchase_attempts where next_check_at is not null and supplier_id = $1
     union all
     select transaction_id from withdrawals where next_check_at is not null and provider_reference = $1
     union all
     select transaction_id from payments where next_check_at is not null and provider_reference = $1
     limit 1`,
    [text],
  );
  return theirs === undefined ? undefined : findTransaction(db, { transaction: theirs, ownerId: null });
}

async function findOwnTransaction(db: Db, text: string): Promise<TransactionRecord | undefined> {
  try {
    return await findTransaction(db, { transaction: readTransactionKey(text), ownerId: null });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function ask(context: Context, { id, type, status, reference }: TransactionRecord): Promise<void> {
  const isPending = status === 'pending';
  switch (type) {
    case 'wallet':
      // A payment that failed may have been made since; any other credit is not on record there and stays as it is.
      if (isPending || status === 'failed') await settlePayment(context, reference);
      return;
    case 'withdraw':
      if (isPending || status === 'success') await requeryWithdrawal(context, id);
      return;
    case 'data':
    case 'airtime':
    case 'electricity': {
      const last = await context.pool.find<{ attempt: number }>(
        'select attempt::int from purchase_attempts where transaction_id = $1 order by attempt desc limit 1',
        [id],
      );
      if (isPending && last !== undefined) await requeryNow(context, reference, last.attempt);
      return;
    }
    case 'transfer':
    case 'refund':
    case 'referrer':
    case 'earning':
      return;
  }
}
