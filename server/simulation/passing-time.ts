/** Time that passes in the database alone, where a run cannot wait for it. */
import type { Pool } from '../src/platform/db.ts';
import { UNDECIDED } from './quiet-phase.ts';

/** What nobody will ever decide is asked about one last time, as if a day and a half had passed: all of it, or one purchase. */
export async function letScheduleEnd(owner: Pool, purchaseId: string | null = null): Promise<void> {
  await owner.run(
    `update purchase_attempts a set sent_at = a.sent_at - interval '36 hours', next_check_at = now() from transactions t
     where t.id = a.transaction_id and a.state = 'unknown' and a.sent_at > now() - interval '1 day' and t.recipient like '%' || $1
       and ($2::bigint is null or t.id = $2)`,
    [UNDECIDED, purchaseId],
  );
  if (purchaseId !== null) return;
  await owner.run(
    `update withdrawals set sent_at = sent_at - interval '36 hours', next_check_at = now()
     where state = 'unknown' and sent_at > now() - interval '1 day' and account_number like '%' || $1`,
    [UNDECIDED],
  );
}

/**
 * As if it had been made for a day that is over. The record of staff is append-only and sealed, so the end that its maker named is a
 * further entry.
 */
export async function letCouponExpire(owner: Pool, id: bigint): Promise<void> {
  await owner.run(
    `with over as (
       update coupons set expires_at = now()
       where id = $1 and redeemed_at is null and voided_at is null and expires_at is null returning id, expires_at)
     insert into staff_actions (actor_id, action, subject, after, ip, request_id)
     select s.actor_id, s.action, s.subject, s.after || jsonb_build_object('expiresAt', o.expires_at), s.ip, s.request_id
     from over o join staff_actions s on s.action = 'generateCoupon' and s.after ->> 'coupon' = o.id::text`,
    [id],
  );
}
