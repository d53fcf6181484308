/** Codes that stand for money: made by staff and vendors for one user, redeemed by that user once. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Passkey } from '../passkey.ts';
import { strongestFactor, strongestFactorRefusals } from '../strongest-factor.ts';
import { Receipt } from './transactions.ts';
import {
  Before,
  Msg,
  NairaAmount,
  NairaInput,
  Next,
  Nullable,
  Pin,
  Reason,
  RequestId,
  sayWhy,
  Text,
  Timestamp,
} from '../wire.ts';

const ExpiresAt = Nullable(
  Type.String({ description: 'ISO 8601, UTC: when it can be redeemed no more; null for never' }),
);

export const generateCoupon = call('generateCoupon', {
  access: 'vendor',
  summary: 'Make a coupon for one user',
  description:
    "An admin's coupon is issued money, and never for the admin; a vendor's is paid from the vendor's own wallet at once. Only the named user can redeem it. The same " +
    'Idempotency-Key shows the code again, and so does `revealCoupon`, while the coupon is open.',
  body: Type.Object({
    userAccount: Type.String({ maxLength: 254, description: 'Username, e-mail or phone number' }),
    amount: NairaInput,
    reason: Type.Optional(Reason('Of an admin', 'in live mode')),
    lastDay: Type.Optional(
      Type.String({
        maxLength: 10,
        description:
          'The last day in Lagos on which it can be redeemed, `YYYY-MM-DD`, at most a year ahead; then its money returns to who paid. Without one it stays open',
      }),
    ),
    request_id: RequestId,
    pin: Pin,
    passkey: Passkey,
  }),
  replies: {
    200: Type.Object({
      msg: Msg,
      couponCode: Type.String({ description: '16 letters and digits' }),
      owner: Type.String(),
      amount: NairaAmount,
      expiresAt: Type.Optional(Type.String({ description: 'ISO 8601, UTC: when its last day is over' })),
    }),
  },
  mayBeHeld: true,
  refusals: [
    'forbidden',
    'not_found',
    'insufficient_balance',
    'account_restricted',
    'wallet_frozen',
    'over_spending_limit',
    'money_held',
    'new_device_cap',
    'unproved_cap',
    'new_receiver_cap',
    'coupon_daily_limit',
    'coupon_used',
    'coupon_voided',
    'coupon_expired',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'too_many_requests',
  ],
  keyed: true,
  money: true,
  pin: true,
  // The blank at the end is the specification's.
  requiredMsg: 'All fields are required ',
});

export const redeemCoupon = call('redeemCoupon', {
  access: 'user',
  summary: 'Redeem a coupon that was made for you',
  description:
    'The money goes to the wallet of the caller, whatever `userName` says. What an admin issued is not for the same person (`forbidden`). Case, blanks and hyphens in the code do not matter.',
  body: Type.Object({ userName: Type.Optional(Text(254)), coupon: Text(100), request_id: RequestId }),
  replies: { 200: Type.Object({ msg: Msg, amount: NairaAmount, receipt: Receipt }) },
  refusals: [
    'forbidden',
    'coupon_invalid',
    'coupon_used',
    'coupon_voided',
    'coupon_expired',
    'too_many_requests',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: true,
  pin: false,
  requiredMsg: 'Enter a coupon code',
});

const state = Type.Union([
  Type.Literal('open'),
  Type.Literal('redeemed'),
  Type.Literal('voided'),
  Type.Literal('expired'),
]);
const Id = Type.Object({ id: Text(20) });

export const Coupon = Type.Object({
  _id: Type.String(),
  ending: Type.String({ description: 'The last four signs of the code' }),
  owner: Type.String({ description: 'The username of who may redeem it' }),
  maker: Type.String({ description: 'The username of who made it' }),
  isOwn: Type.Boolean({ description: 'You made it, and may see its code and void it' }),
  isIssued: Type.Boolean({ description: "Of issued money; else paid from its maker's wallet" }),
  amount: NairaAmount,
  state,
  hasCode: Type.Boolean({ description: 'Its code is kept: `revealCoupon` shows it to its maker' }),
  createdAt: Timestamp,
  expiresAt: ExpiresAt,
  endedAt: Nullable(Type.String({ description: 'ISO 8601, UTC: when it was redeemed, voided or expired' })),
  voidedBy: Nullable(
    Type.String({ description: 'The username of who voided it; which of the staff it was, for admins' }),
  ),
  voidReason: Nullable(Type.String({ description: 'Of the staff, for admins' })),
});
export type Coupon = Static<typeof Coupon>;

export const listCoupons = call('listCoupons', {
  access: 'vendor',
  reads: 'coupons.owner',
  summary: 'The coupons that you made, newest first, 50 a page; those of everybody for an admin',
  description:
    '`owner` and `maker` are usernames. `before` is the `next` of the page before. The code of a coupon is not in the list: `revealCoupon`.',
  query: Type.Object({
    state: Type.Optional(Text(20)),
    owner: Type.Optional(Text(60)),
    maker: Type.Optional(Text(60)),
    before: Before,
  }),
  replies: { 200: Type.Object({ coupons: Type.Array(Coupon), next: Next }) },
});

export const revealCoupon = call('revealCoupon', {
  access: 'vendor',
  summary: 'Show the code of an open coupon again to its maker; takes your password',
  description:
    'And a `code` with two-step login on, else the `pin` where you have one. Of a coupon from before codes were kept there is none (`coupon_code_not_saved`).',
  params: Id,
  body: Type.Object({ password: Text(1_000), ...strongestFactor }),
  replies: {
    200: Type.Object({
      msg: Msg,
      couponCode: Type.String(),
      owner: Type.String(),
      amount: NairaAmount,
      expiresAt: ExpiresAt,
    }),
  },
  refusals: [
    'not_found',
    'coupon_used',
    'coupon_voided',
    'coupon_expired',
    'coupon_code_not_saved',
    'wrong_password',
    ...strongestFactorRefusals,
  ],
  requiredMsg: 'Enter your password',
});

export const voidCoupon = call('voidCoupon', {
  access: 'vendor',
  reads: 'coupon.owner',
  summary: 'Void an open coupon: its money returns to who paid for it',
  description:
    "To its maker's wallet, or to issued money. Vendors void what they made; admins void every coupon, with a `reason`. Of voiding and redeeming at once one happens.",
  params: Id,
  body: Type.Object({ reason: Type.Optional(Reason('Of an admin')), request_id: RequestId }),
  replies: { 200: Type.Object({ msg: Msg, coupon: Coupon }) },
  refusals: [
    'forbidden',
    'not_found',
    'coupon_used',
    'coupon_voided',
    'coupon_expired',
    'shop_closed',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: 'others',
  requiredFieldMsg: { reason: sayWhy },
});
