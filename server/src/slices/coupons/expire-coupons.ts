/**
 * The job that returns the money of coupons whose last day is over. From that moment nobody redeems them, whether the job has come by or not.
 * Each has a commit of its own: one that fails keeps none of the others.
 */
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { getCoupon } from './coupon.ts';
import { returnMoney } from './return-money.ts';

const PAGE = 100;
const MOST_PAGES = 50;

type Expiring = Pick<Context, 'pool' | 'log'> & { events: Pick<Context['events'], 'publish'> };

/** Of what is due, the longest first. As the database says it, to the microsecond. */
interface Due {
  id: bigint;
  expiresAt: string;
}

/**
 * Gives true when there may be more. Goes on behind those that fail, which come up again in the next round: however many they are, they
 * keep none of the others waiting. Does nothing while the shop is closed after a restore: what was redeemed since may be lost.
 */
export async function expireCoupons(context: Expiring, page = PAGE): Promise<boolean> {
  let last: Due | undefined;
  let ended = 0;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const due = await context.pool.rows<Due>(
      `select id, expires_at::text as "expiresAt" from coupons
       where redeemed_at is null and voided_at is null and expires_at is not null and expires_at <= now()
         and (expires_at, id) > ($2::timestamptz, $3::bigint) and not is_shop_closed()
       order by expires_at, id limit $1`,
      [page, last?.expiresAt ?? '-infinity', last?.id ?? 0],
    );
    for (const { id } of due) ended += (await expireOne(context, id)) ? 1 : 0;
    if (due.length < page) return false;
    last = due.at(-1);
  }
  return ended > 0;
}

/** Gives whether it is over now. */
async function expireOne({ pool, events, log }: Expiring, id: bigint): Promise<boolean> {
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
      crashPoint('coupon.expire.before_commit');
      return { makerId: coupon.makerId, transactionId };
    });
    crashPoint('coupon.expire.after_commit');
    if (ended?.transactionId != null)
      events.publish(ended.makerId, {
        type: 'transaction',
        _id: String(ended.transactionId),
        status: 'success',
      });
    return true;
  } catch (error) {
    log.error({ err: error, coupon: String(id) }, 'the money of an expired coupon could not be returned');
    return false;
  }
}
