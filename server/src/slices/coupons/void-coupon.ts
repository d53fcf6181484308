/** Voids an open coupon: its money returns to whoever paid. */
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { sayWhy } from '@jara/contract/wire.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { holdOpen } from '../../platform/sessions/token-ends.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { keyedByStaff, makeOnceAsStaff } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney, ownMoney } from '../staff-actions/staff-money.ts';
import { getCoupon, isOwnCoupon, presentCoupon, readCouponId, type CouponRow } from './coupon.ts';
import { returnMoney } from './return-money.ts';

export const voidCoupon =
  (context: Context): Handler<'voidCoupon'> =>
  async ({ principal, params, body, request }) => {
    const { pool, config, events } = context;
    const id = readCouponId(params.id);
    const reason = body.reason?.trim() || null;
    if (principal.isAdmin && reason === null) refuseField('reason', sayWhy);
    const once = await makeOnceAsStaff(
      pool,
      keyedByStaff(principal, request, 'voidCoupon', [id]),
      async (db) => {
        await holdOpen(db, principal);
        const coupon = await getCoupon(db, id);
        const isOwn = isOwnCoupon(coupon, principal);
        if (!principal.isAdmin && !isOwn) refuse('not_found');
        const isOwnMoney = isOwn && coupon.paidFrom === 'wallet';
        const checked = isOwnMoney
          ? ownMoney
          : await checkStaffMoney(db, config, principal, {
              action: 'voidCoupon',
              users: coupon.paidFrom === 'wallet' ? [coupon.makerId] : [],
              movedKobo: kobo(coupon.amountKobo),
            });
        const returned = await returnMoney(db, coupon, {
          by: principal.userId,
          reason,
          ...(isOwnMoney && { client: request.client }),
        });
        if (!isOwnMoney) await mailOfVoid(db, coupon);
        const actionId = await recordStaffAction(db, principal, request, {
          action: 'voidCoupon',
          subject: `user ${coupon.ownerId}`,
          before: { state: 'open' },
          after: {
            coupon: id,
            amountKobo: coupon.amountKobo,
            returnedTo: coupon.paidFrom,
            ending: coupon.ending,
          },
          checked,
          ...(reason !== null && { reason }),
        });
        crashPoint('coupon.void.before_commit');
        return { actionId, transactionId: returned };
      },
    );
    crashPoint('coupon.void.after_commit');
    const voided = await getCoupon(pool, id);
    // Voided by the same key as an admin, who is none any more.
    if (!principal.isAdmin && !isOwnCoupon(voided, principal)) refuse('not_found');
    const transactionId = once.replayed ? null : once.made.transactionId;
    if (transactionId !== null)
      events.publish(voided.makerId, { type: 'transaction', _id: String(transactionId), status: 'success' });
    const sum = formatKobo(kobo(voided.amountKobo));
    const where =
      voided.paidFrom === 'issuance' ? 'is issued no more' : `is back in the wallet of ${voided.maker}`;
    const msg = `The coupon of ${voided.owner} is void: ${sum} ${where}`;
    const coupon = presentCoupon(voided, principal);
    return new Reply(200, { msg, coupon }, once.replayed ? replayedHeaders : {});
  };

/** By mail, when staff do it: the owner, and the vendor whose money it was. */
async function mailOfVoid(db: Db, { ownerId, makerId, paidFrom }: CouponRow): Promise<void> {
  for (const userId of new Set(paidFrom === 'wallet' ? [ownerId, makerId] : [ownerId]))
    await queueMail(db, userId, 'coupon_voided');
}
