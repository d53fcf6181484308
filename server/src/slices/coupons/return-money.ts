/**
 * Ends an open coupon that nobody redeems: its money returns to whoever paid, once. A guarded update takes the coupon, as redeeming it does, so
 * of both at once exactly one happens; the key of the posting and the constraint `coupons_end_once` refuse any second end.
 */
import { kobo, negate } from '@jara/contract/money.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { Db } from '../../platform/db.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { getCoupon, refuseEndedCoupon, type CouponRow } from './coupon.ts';

/** Who voids it and why, and what the maker calls it who voids an own one; nobody ends what has expired. */
type End = { by: bigint; reason: string | null; client?: ClientFacts } | { by: null; reason: null };

/**
 * In the caller's commit. Gives the transaction that shows it to a vendor; null where the money had been issued. Refuses what has ended
 * meanwhile with `coupon_used`, `coupon_voided` or `coupon_expired`.
 */
export async function returnMoney(db: Db, coupon: CouponRow, end: End): Promise<bigint | null> {
  const { by, reason } = end;
  const { id, makerId, paidFrom } = coupon;
  const amountKobo = kobo(coupon.amountKobo);
  const transactionId = paidFrom === 'wallet' ? await nextTransactionId(db) : null;
  const taken = await db.run(
    `update coupons set voided_at = now(), voided_by = $2, void_reason = $3, void_transaction_id = $4, sealed_code = null
     where id = $1 and redeemed_at is null and voided_at is null`,
    [id, by, reason, transactionId],
  );
  if (taken !== 1) refuseEndedCoupon(await getCoupon(db, id));
  const target =
    paidFrom === 'wallet' ? await userAccount(db, makerId, 'wallet') : await houseAccount(db, 'issuance');
  const posted = await post(db, {
    code: 'coupon.void',
    reference: String(id),
    ...(by !== null && { actorId: by }),
    ...(reason !== null && { reason }),
    legs: [
      { accountId: await houseAccount(db, 'coupon_liability'), amountKobo: negate(amountKobo) },
      { accountId: target, amountKobo },
    ],
  });
  if (posted.outcome !== 'posted')
    throw new Error(`the end of coupon ${id} was not posted: ${posted.outcome}`);
  const balance = posted.balances.get(target);
  if (transactionId === null || balance === undefined) return null;
  await recordTransaction(db, {
    id: transactionId,
    userId: makerId,
    type: 'wallet',
    status: 'success',
    description: `Coupon for ${coupon.owner} ${by === null ? 'expired' : 'voided'}`,
    amountKobo,
    faceValueKobo: amountKobo,
    balance,
    ...(end.by !== null && end.client !== undefined && { client: end.client }),
  });
  return transactionId;
}
