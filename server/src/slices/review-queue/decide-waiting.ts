import type { CallBody } from '@jara/contract/api.ts';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { keyedByStaff, makeOnceAsStaff } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { isRepeat, replayedHeaders } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { decidePurchase } from '../purchases/decide-purchase.ts';
import { findTransaction, getReceipt, readTransactionKey } from '../transactions/find-receipt.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';
import { releaseWithdrawal, refuseWhatBankKnows } from '../withdrawals/held.ts';
import { decideWithdrawal } from '../withdrawals/settle.ts';
import type { PreparedWithdrawal } from '../withdrawals/withdrawals.ts';

/** Outcome, money and the record of who said so are one commit. What is released is sent after it. */
export const decideWaiting =
  (context: Context): Handler<'decideWaiting'> =>
  async ({ principal, params, body, request }) => {
    const { pool, config, events } = context;
    const reason = body.reason.trim();
    const transaction = await findTransaction(pool, {
      transaction: readTransactionKey(params.id),
      ownerId: null,
    });
    if (transaction === undefined) refuse('not_found');
    const meaning = [transaction.id, body.outcome, ...(body.token === undefined ? [] : [body.token.trim()])];
    const keyed = keyedByStaff(principal, request, 'decideWaiting', meaning);
    if (transaction.type === 'withdraw') {
      await refuseWhatBankKnows(context, transaction.id).catch(async (error: unknown) => {
        // The bank knows what this very request released.
        if (!(await isRepeat(pool, keyed))) throw error;
      });
    }
    const sending: Sending = {};
    const query = { transaction: { id: transaction.id }, ownerId: null, staff: true };
    const commit = makeOnceAsStaff(pool, keyed, async (db) => {
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'decideWaiting',
        users: [transaction.userId],
        movedKobo: kobo(transaction.priceKobo ?? transaction.amountKobo),
      });
      const said = { ...body, reason, actorId: principal.userId };
      const known = await decide(db, context, transaction, { said, sending });
      const decided = await getReceipt(db, query);
      const actionId = await recordStaffAction(db, principal, request, {
        action: 'decideWaiting',
        subject: `transaction ${transaction.id}`,
        before: { status: transaction.status, ...known },
        after: { status: decided.trans_Status, outcome: body.outcome },
        checked,
        reason,
      });
      crashPoint('waiting.decide.before_commit');
      return { actionId, decided };
    });
    const once = await commit.catch((error: unknown) => {
      sending.prepared?.cancel();
      throw error;
    });
    crashPoint('waiting.decide.after_commit');
    const msg = wordsOf(transaction, body.outcome);
    if (once.replayed)
      return new Reply(200, { msg, receipt: await getReceipt(pool, query) }, replayedHeaders);
    events.publish(transaction.userId, { type: 'transaction', _id: String(transaction.id) });
    await sending.prepared?.send();
    const receipt = sending.prepared === undefined ? once.made.decided : await getReceipt(pool, query);
    return { msg, receipt };
  };

type Said = CallBody<'decideWaiting'> & { actorId: bigint };

/** Set where something is to be sent after the commit. */
interface Sending {
  prepared?: PreparedWithdrawal;
}

async function decide(
  db: Db,
  context: Context,
  transaction: TransactionRecord,
  { said, sending }: { said: Said; sending: Sending },
): Promise<object> {
  const { outcome, reason, token, actorId } = said;
  if (outcome === 'released') {
    if (transaction.type !== 'withdraw') refuse('not_waiting');
    sending.prepared = context.withdrawals.prepare(await releaseWithdrawal(db, context, transaction.id));
    return {};
  }
  switch (transaction.type) {
    case 'withdraw':
      await decideWithdrawal(db, transaction.id, outcome);
      return {};
    case 'data':
    case 'airtime':
    case 'electricity':
      return decidePurchase(db, context.purchases, {
        purchaseId: transaction.id,
        buyerId: transaction.userId,
        actorId,
        outcome,
        reason,
        token: token?.trim() || undefined,
      });
    case 'wallet':
    case 'transfer':
    case 'refund':
    case 'referrer':
    case 'earning':
      return refuse('not_waiting');
  }
}

function wordsOf({ amountKobo, userName }: TransactionRecord, outcome: Said['outcome']): string {
  if (outcome === 'delivered') return 'It is booked as delivered';
  if (outcome === 'released') return 'It is released, and sent to the bank';
  return `${formatKobo(kobo(amountKobo))} is back in the wallet of ${userName}`;
}
