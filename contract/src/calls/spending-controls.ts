/** What owners do to keep their money where it is: freezing the wallet, and a limit for what may leave it in a day. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { strongestFactor, strongestFactorRefusals } from '../strongest-factor.ts';
import { Msg, NairaAmount, NairaInput, Nullable, Text } from '../wire.ts';

const password = Text(1_000);

/** Parts of the answer of `getSecurity`. */
export const SpendingControls = {
  isFrozen: Type.Boolean({ description: 'Nothing leaves the wallet' }),
  dailyLimit: Nullable(
    Type.Number({ description: 'Naira that may leave the wallet in a day; null: no limit' }),
  ),
  spentToday: Type.Number({
    description: 'Naira that left the wallet since midnight in Lagos and did not come back',
  }),
};

export const freezeWallet = call('freezeWallet', {
  access: 'session',
  beforeTotp: true,
  summary: 'Freeze your wallet: nothing leaves it, neither by a session nor by an API token',
  description:
    'From this answer on buying, transfers, withdrawals, the upgrade and coupons that you pay for are refused with `wallet_frozen`. Money ' +
    'still comes in, earnings may be moved in, and what is on its way already goes on.',
  replies: { 200: Type.Object({ msg: Msg }) },
});

export const unfreezeWallet = call('unfreezeWallet', {
  access: 'session',
  summary: 'Let money leave your wallet again; takes your password, and a code or the PIN where you have one',
  body: Type.Object({ password, ...strongestFactor }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['wrong_password', ...strongestFactorRefusals],
  requiredMsg: 'Enter your password',
});

export const setSpendingLimit = call('setSpendingLimit', {
  access: 'session',
  summary: 'Limit what may leave your wallet in a day; raising the limit takes your password',
  description:
    'Whatever you spend counts: purchases, transfers, withdrawals, the upgrade and coupons that you pay for, from midnight to midnight in ' +
    'Lagos, but for what came back. Beyond it they are refused with `over_spending_limit`. A first limit and a lower one hold at once; for a ' +
    'higher one `password` is needed, and `code` with two-step login on, else the `pin` where there is one.',
  body: Type.Object({ amount: NairaInput, password: Type.Optional(password), ...strongestFactor }),
  replies: { 200: Type.Object({ msg: Msg, dailyLimit: NairaAmount }) },
  refusals: ['wrong_password', ...strongestFactorRefusals, 'changed_meanwhile'],
  requiredMsg: 'enter a valid amount',
});

export const removeSpendingLimit = call('removeSpendingLimit', {
  access: 'session',
  summary: 'Do without a spending limit; takes your password, and a code or the PIN where you have one',
  body: Type.Object({ password, ...strongestFactor }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['wrong_password', ...strongestFactorRefusals],
  requiredMsg: 'Enter your password',
});
