/** Codes that stand for money: made by staff and vendors for one user, redeemed by that user once. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { Passkey } from '../passkey.ts';
import { Receipt } from './transactions.ts';
import { Msg, NairaAmount, NairaInput, Pin, Reason, RequestId, Text } from '../wire.ts';

export const generateCoupon = call('generateCoupon', {
  access: 'vendor',
  summary: 'Make a coupon for one user',
  description:
    "An admin's coupon is issued money, and never for the admin; a vendor's is paid from the vendor's own wallet at once. Only the named user can redeem it. The code " +
    'is shown in this answer only: repeat the request with the same Idempotency-Key to see it again.',
  body: Type.Object({
    userAccount: Type.String({ maxLength: 254, description: 'Username, e-mail or phone number' }),
    amount: NairaInput,
    reason: Type.Optional(Reason('Of an admin')),
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
    'too_many_requests',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: true,
  pin: false,
  requiredMsg: 'Enter a coupon code',
});
