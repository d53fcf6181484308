import { purchaseTypes } from '@jara/contract/constants.ts';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { keyedByStaff, makeOnceAsStaff, notedNumber } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { findTransaction, getReceipt, readTransactionKey } from '../transactions/find-receipt.ts';
import { refundPurchase } from './refund-purchase.ts';

/**
 * Staff give back a purchase that was delivered. Credits are never refunded, and what is pending is asked about instead: its age says
 * nothing (D4.27). An agent needs the setting `AGENT_MAY_REFUND`. Nobody refunds what they bought themselves.
 */
export const refund =
  ({ pool, config, events }: Context): Handler<'refund'> =>
  async ({ principal, params, body, request }) => {
    if (!principal.isAdmin && !config.agent.mayRefund) refuse('forbidden');
    const transaction = await findTransaction(pool, {
      transaction: readTransactionKey(params.id),
      ownerId: null,
    });
    if (transaction === undefined) refuse('not_found');
    if (!purchaseTypes.has(transaction.type)) refuse('not_refundable');
    const reason = body.reason?.trim() || null;

    const keyed = keyedByStaff(principal, request, 'refund', [transaction.id]);
    const once = await makeOnceAsStaff(pool, keyed, async (db) => {
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'refund',
        users: [transaction.userId],
        movedKobo: kobo(transaction.priceKobo ?? transaction.amountKobo),
      });
      const refunded = await refundPurchase(db, {
        purchaseId: transaction.id,
        buyerId: transaction.userId,
        actorId: principal.userId,
        reason,
      });
      const actionId = await recordStaffAction(db, principal, request, {
        action: 'refund',
        subject: `transaction ${transaction.id}`,
        before: { status: 'success' },
        after: { status: 'refunded', ...refunded },
        checked,
        ...(reason === null ? {} : { reason }),
      });
      crashPoint('purchase.refund.before_commit');
      return { actionId, amountKobo: refunded.amountKobo };
    });
    crashPoint('purchase.refund.after_commit');
    const amountKobo = once.replayed
      ? kobo(notedNumber(once.noted.after, 'amountKobo'))
      : once.made.amountKobo;
    if (!once.replayed)
      events.publish(transaction.userId, { type: 'transaction', _id: String(transaction.id) });
    const receipt = await getReceipt(pool, {
      transaction: { id: transaction.id },
      ownerId: null,
      staff: true,
    });
    const msg = `${formatKobo(amountKobo)} is back in the wallet of ${transaction.userName}`;
    return new Reply(200, { msg, receipt }, once.replayed ? replayedHeaders : {});
  };
