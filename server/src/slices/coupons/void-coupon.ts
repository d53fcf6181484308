/**
 * Voids an open coupon: its money returns to whoever paid, once. A guarded update takes the coupon, as redeeming it does, so of both at
 * once exactly one happens; the key of the posting and the constraint `coupons_end_once` refuse any second end.
 */
import { formatKobo, kobo, negate } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { post } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney, ownMoney } from '../staff-actions/staff-money.ts';
import { commitUnlessEnded } from '../step-up/commit-unless-ended.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import {
  getCoupon,
  isOwnCoupon,
  presentCoupon,
  readCouponId,
  refuseEndedCoupon,
  type CouponRow,
} from './coupon.ts';

export const voidCoupon =
  (context: Context): Handler<'voidCoupon'> =>
  async ({ principal, params, body, request }) => {
    const { pool, config, events } = context;
    const id = readCouponId(params.id);
    const reason = body.reason?.trim() || null;
    if (principal.isAdmin && reason === null) refuseField('reason', 'Say why: it goes into the staff record');
    const { voided, transactionId } = await commitUnlessEnded(
      pool,
      principal,
    )(async (db) => {
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
      const returned = await returnMoney(db, coupon, { principal, reason });
      if (!isOwnMoney) await mailOfVoid(db, coupon);
      await recordStaffAction(db, principal, request, {
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
      return { voided: await getCoupon(db, id), transactionId: returned };
    });
    crashPoint('coupon.void.after_commit');
    if (transactionId !== null)
      events.publish(voided.makerId, { type: 'transaction', _id: String(transactionId), status: 'success' });
    const sum = formatKobo(kobo(voided.amountKobo));
    const where =
      voided.paidFrom === 'issuance' ? 'is issued no more' : `is back in the wallet of ${voided.maker}`;
    return {
      msg: `The coupon of ${voided.owner} is void: ${sum} ${where}`,
      coupon: presentCoupon(voided, principal),
    };
  };

/** By mail, when staff do it: the owner, and the vendor whose money it was. */
async function mailOfVoid(db: Db, { ownerId, makerId, paidFrom }: CouponRow): Promise<void> {
  for (const userId of new Set(paidFrom === 'wallet' ? [ownerId, makerId] : [ownerId]))
    await queueMail(db, userId, 'coupon_voided');
}

/** Gives the transaction that shows it to a vendor; null where the money had been issued. */
async function returnMoney(
  db: Db,
  coupon: CouponRow,
  { principal, reason }: { principal: Principal; reason: string | null },
): Promise<bigint | null> {
  const { id, makerId, paidFrom } = coupon;
  const amountKobo = kobo(coupon.amountKobo);
  const transactionId = paidFrom === 'wallet' ? await nextTransactionId(db) : null;
  const taken = await db.run(
    `update coupons set voided_at = now(), voided_by = $2, void_reason = $3, void_transaction_id = $4, sealed_code = null
     where id = $1 and redeemed_at is null and voided_at is null`,
    [id, principal.userId, reason, transactionId],
  );
  if (taken !== 1) refuseEndedCoupon(await getCoupon(db, id));
  const target =
    paidFrom === 'wallet' ? await userAccount(db, makerId, 'wallet') : await houseAccount(db, 'issuance');
  const posted = await post(db, {
    code: 'coupon.void',
    reference: String(id),
    actorId: principal.userId,
    ...(reason !== null && { reason }),
    legs: [
      { accountId: await houseAccount(db, 'coupon_liability'), amountKobo: negate(amountKobo) },
      { accountId: target, amountKobo },
    ],
  });
  if (posted.outcome !== 'posted')
    throw new Error(`the void of coupon ${id} was not posted: ${posted.outcome}`);
  const balance = posted.balances.get(target);
  if (transactionId === null || balance === undefined) return null;
  await recordTransaction(db, {
    id: transactionId,
    userId: makerId,
    type: 'wallet',
    status: 'success',
    description: `Coupon for ${coupon.owner} voided`,
    amountKobo,
    faceValueKobo: amountKobo,
    balance,
  });
  return transactionId;
}
