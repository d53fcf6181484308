/**
 * The job that returns the money of coupons whose last day is over. From that moment nobody redeems them, whether the job has come by or not.
 * Each has a commit of its own: one that fails keeps none of the others.
 */
import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { getCoupon } from './coupon.ts';
import { returnMoney } from './return-money.ts';

const MOST_AT_ONCE = 100;

/** Gives true when there may be more. Does nothing while the shop is closed after a restore: what was redeemed since may be lost. */
export async function expireCoupons({ pool, events, log }: Context): Promise<boolean> {
  const due = await pool.rows<{ id: bigint }>(
    `select id from coupons where redeemed_at is null and voided_at is null and expires_at is not null and expires_at <= now()
       and not is_shop_closed()
     order by expires_at limit $1`,
    [MOST_AT_ONCE],
  );
  let failures = 0;
  for (const { id } of due) {
    try {
      const ended = await pool.commit(async (db) => {
        // Whoever redeems or voids it at this moment is waited for.
        const isDue = await db.find(
          'select id from coupons where id = $1 and redeemed_at is null and voided_at is null for update',
          [id],
        );
        if (isDue === undefined) return null;
        const coupon = await getCoupon(db, id);
        const transactionId = await returnMoney(db, coupon, { by: null, reason: null });
        await queueMail(db, coupon.ownerId, 'coupon_expired');
        return { makerId: coupon.makerId, transactionId };
      });
      if (ended?.transactionId != null)
        events.publish(ended.makerId, {
          type: 'transaction',
          _id: String(ended.transactionId),
          status: 'success',
        });
    } catch (error) {
      failures += 1;
      log.error({ err: error, coupon: String(id) }, 'the money of an expired coupon could not be returned');
    }
  }
  return due.length === MOST_AT_ONCE && failures === 0;
}
