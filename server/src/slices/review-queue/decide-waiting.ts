import type { CallBody } from '@jara/contract/api.ts';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { decidePurchase } from '../purchases/decide-purchase.ts';
import { findLine, getReceipt, readLineKey } from '../transactions/find-receipt.ts';
import type { Line } from '../transactions/transaction.ts';
import { decideWithdrawal } from '../withdrawals/settle.ts';

/** Outcome, money and the record of who said so are one commit. */
export const decideWaiting =
  (context: Context): Handler<'decideWaiting'> =>
  async ({ principal, params, body, request }) => {
    const { pool, events } = context;
    const reason = body.reason.trim() || refuseField('reason', 'Say how you know');
    const line = await findLine(pool, { line: readLineKey(params.id), ownerId: null });
    if (line === undefined) refuse('not_found');
    const receipt = await pool.commit(async (db) => {
      const known = await decide(db, context, line, { ...body, reason, actorId: principal.userId });
      const decided = await getReceipt(db, { line: { id: line.id }, ownerId: null, staff: true });
      await recordStaffAction(db, principal, request, {
        action: 'decideWaiting',
        subject: `transaction ${line.id}`,
        before: { status: line.status, ...known },
        after: { status: decided.trans_Status, outcome: body.outcome },
        reason,
      });
      return decided;
    });
    events.tell(line.userId, { type: 'transaction', _id: String(line.id) });
    return { msg: wordsOf(line, body.outcome), receipt };
  };

type Said = CallBody<'decideWaiting'> & { actorId: bigint };

async function decide(db: Db, context: Context, line: Line, said: Said): Promise<object> {
  const { outcome, reason, token, actorId } = said;
  switch (line.type) {
    case 'withdraw':
      await decideWithdrawal(db, line.id, outcome);
      return {};
    case 'data':
    case 'airtime':
    case 'electricity':
      return decidePurchase(db, context.purchases, {
        purchaseId: line.id,
        buyerId: line.userId,
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

function wordsOf({ amountKobo, userName }: Line, outcome: Said['outcome']): string {
  if (outcome === 'delivered') return 'It is booked as delivered';
  return `${formatKobo(kobo(amountKobo))} is back in the wallet of ${userName}`;
}
