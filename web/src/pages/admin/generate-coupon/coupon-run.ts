/** Coupons of one sum for several people, one after the other; each is made, held for a second admin, or stops the run. */
import { Held, unlessHeld } from '../../../platform/held.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import type { CallReply } from '../../../platform/send.ts';

type Coupon = CallReply<'generateCoupon'>;

export interface WantedCoupons {
  owners: readonly string[];
  amount: number;
  lastDay?: string;
  reason?: string;
}

export interface CouponRun {
  made: Coupon[];
  /** What the server said of those that wait for a second admin. */
  held: Held[];
  /** Those for whom nothing was made, because it went wrong with the first of them. */
  left: readonly string[];
  error: unknown;
}

/** A run that is begun again after it stopped makes nothing twice: each coupon has a key of its own until it is made. */
export async function makeCoupons({ owners, ...coupon }: WantedCoupons): Promise<CouponRun> {
  const made: Coupon[] = [];
  const held: Held[] = [];
  // One PIN for all of them.
  const pin = {};
  for (const [place, userAccount] of owners.entries()) {
    try {
      made.push(unlessHeld(await sendKeyed('generateCoupon', { userAccount, ...coupon }, { pin })));
    } catch (error) {
      if (!(error instanceof Held)) return { made, held, left: owners.slice(place), error };
      held.push(error);
    }
  }
  return { made, held, left: [], error: undefined };
}
