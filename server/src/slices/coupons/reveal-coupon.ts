import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { refuseWithoutRight } from '../staff-actions/refuse-former-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { getCoupon, isOwnCoupon, isUsable, readCouponId, refuseEndedCoupon } from './coupon.ts';

/** Shows the kept code to who made the coupon, and to nobody else; each time is on record. */
export const revealCoupon =
  (context: Context): Handler<'revealCoupon'> =>
  async ({ principal, params, body, request }) => {
    const id = readCouponId(params.id);
    const stepUp = { ...body, stepUp: request.stepUp };
    return withStrongestStepUp(context, principal, stepUp, async (db) => {
      const coupon = await getCoupon(db, id);
      if (!isOwnCoupon(coupon, principal)) refuse('not_found');
      if (coupon.paidFrom === 'issuance') await refuseWithoutRight(db, principal, 'revealCoupon');
      if (!isUsable(coupon)) refuseEndedCoupon(coupon);
      const sealedCode = coupon.sealedCode ?? refuse('coupon_code_not_saved');
      await recordStaffAction(db, principal, request, {
        action: 'revealCoupon',
        subject: `user ${coupon.ownerId}`,
        after: { coupon: id, ending: coupon.ending },
      });
      return {
        msg: `Only ${coupon.owner} can redeem this code`,
        couponCode: context.seal.open(sealedCode),
        owner: coupon.owner,
        amount: toNaira(kobo(coupon.amountKobo)),
        expiresAt: coupon.expiresAt?.toISOString() ?? null,
      };
    });
  };
