/** Earning by bringing others, and becoming a reseller, which is what is rewarded. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { Passkey } from '../passkey.ts';
import { Receipt } from './transactions.ts';
import { Msg, NairaAmount, NairaInput, Pin, RequestId, Text } from '../wire.ts';

export const getReferral = call('getReferral', {
  access: 'user',
  summary: 'What you earned by referring, and by whom; 50 a page, the newest first',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  replies: {
    200: Type.Object({
      earningBalance: NairaAmount,
      totalReferred: Type.Integer(),
      totalEarned: NairaAmount,
      withdrawn: NairaAmount,
      referralList: Type.Array(
        Type.Object({ userName: Type.String({ description: 'Masked' }), amountEarned: NairaAmount }),
      ),
      totalPages: Type.Integer(),
    }),
  },
});

export const withdrawEarning = call('withdrawEarning', {
  access: 'user',
  summary: 'Move earnings to your wallet; without an amount, all of them',
  body: Type.Object({ amount: Type.Optional(NairaInput), request_id: RequestId }),
  replies: { 200: Type.Object({ msg: Msg, amount: NairaAmount, receipt: Receipt }) },
  refusals: ['insufficient_balance', 'idempotency_in_progress', 'idempotency_key_reused'],
  keyed: true,
  money: true,
  pin: false,
});

export const upgradeToReseller = call('upgradeToReseller', {
  access: 'smart earner',
  summary: 'Become a reseller for a one-time fee of {UPGRADE_FEE_NAIRA} naira',
  description:
    'A smart earner may do this, for the own id and with `userType` "reseller"; everything else is `forbidden`. All sessions end, so that a repeat with ' +
    'the same key is answered while the first one runs, and `unauthenticated` afterwards: log in, and the profile says which it was. Whoever ' +
    'referred the user earns {REFERRAL_REWARD_NAIRA} naira, once.',
  params: Type.Object({ id: Type.String({ maxLength: 40 }) }),
  body: Type.Object({ userType: Text(60), request_id: RequestId, pin: Pin, passkey: Passkey }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: [
    'forbidden',
    'insufficient_balance',
    'account_restricted',
    'wallet_frozen',
    'over_spending_limit',
    'money_held',
    'new_device_cap',
    'unproved_cap',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: true,
  pin: true,
});
