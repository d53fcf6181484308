/** A row of `coupons`, and how it looks to whoever made it and to admins. */
import type { Coupon } from '@jara/contract/calls/coupons.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { readRowId } from '../../platform/row-id.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

export type CouponState = Coupon['state'];

export interface CouponRow {
  id: bigint;
  ending: string;
  ownerId: bigint;
  owner: string;
  makerId: bigint;
  maker: string;
  paidFrom: 'issuance' | 'wallet';
  amountKobo: bigint;
  state: CouponState;
  /** Null of an ended one, and of those from before codes were kept. */
  sealedCode: Buffer | null;
  createdAt: Date;
  /** Null where it stays open. */
  expiresAt: Date | null;
  /** Nobody redeems it any more, also while its money has not yet been returned. */
  hasExpired: boolean;
  endedAt: Date | null;
  voidedById: bigint | null;
  voidedBy: string | null;
  voidReason: string | null;
}

/** As the indexes have it. */
export const couponState = `(case when c.redeemed_at is not null then 'redeemed' when c.voided_by is not null then 'voided'
  when c.voided_at is not null then 'expired' else 'open' end)`;

export const selectCoupons = `
  select c.id, c.code_ending as ending, c.owner_id as "ownerId", o.user_name as owner, c.maker_id as "makerId", m.user_name as maker,
    c.paid_from as "paidFrom", c.amount_kobo as "amountKobo", ${couponState} as state, c.sealed_code as "sealedCode",
    c.created_at as "createdAt", c.expires_at as "expiresAt", coalesce(c.expires_at <= now(), false) as "hasExpired", coalesce(c.redeemed_at, c.voided_at) as "endedAt", c.voided_by as "voidedById", v.user_name as "voidedBy", c.void_reason as "voidReason"
  from coupons c join users o on o.id = c.owner_id join users m on m.id = c.maker_id left join users v on v.id = c.voided_by`;

export const getCoupon = async (db: Db, id: bigint): Promise<CouponRow> =>
  (await db.find<CouponRow>(`${selectCoupons} where c.id = $1`, [id])) ?? refuse('not_found');

export const readCouponId = (input: string): bigint => readRowId(input) ?? refuse('not_found');

type Viewer = Pick<Principal, 'userId' | 'isAdmin'>;

/** Whether this one made it and may see its code and void it: of what somebody issued as an admin, while they are one. */
export const isOwnCoupon = ({ makerId, paidFrom }: CouponRow, { userId, isAdmin }: Viewer): boolean =>
  makerId === userId && (paidFrom === 'wallet' || isAdmin);

/** Whether its owner may still redeem it. */
export const isUsable = ({ state, hasExpired }: CouponRow): boolean => state === 'open' && !hasExpired;

/** Refuses what has ended, by how it did. Whoever could not take a coupon that is open goes no further either. */
export function refuseEndedCoupon({
  id,
  state,
  hasExpired,
}: Pick<CouponRow, 'id' | 'state' | 'hasExpired'>): never {
  switch (state) {
    case 'redeemed':
      return refuse('coupon_used');
    case 'voided':
      return refuse('coupon_voided');
    case 'expired':
      return refuse('coupon_expired');
    case 'open':
      if (hasExpired) return refuse('coupon_expired');
      throw new Error(`coupon ${id} is open and was not taken`);
  }
}

/** Who of the staff voided it, and why, is for admins. */
export const presentCoupon = (row: CouponRow, viewer: Viewer): Coupon => {
  const seesWhoVoided = viewer.isAdmin || row.voidedById === viewer.userId;
  return {
    _id: String(row.id),
    ending: row.ending,
    owner: row.owner,
    maker: row.maker,
    isOwn: isOwnCoupon(row, viewer),
    isIssued: row.paidFrom === 'issuance',
    amount: toNaira(kobo(row.amountKobo)),
    state: row.state,
    hasCode: row.sealedCode !== null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    voidedBy: seesWhoVoided ? row.voidedBy : null,
    voidReason: seesWhoVoided ? row.voidReason : null,
  };
};
