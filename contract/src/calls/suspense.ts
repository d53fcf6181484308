/** Money that came in and cannot be credited by itself: staff say whose it is, or that it goes back. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { limits } from '../constants.ts';
import { Msg, NairaAmount, NairaInput, Nullable, Reason, RequestId, Text, Timestamp } from '../wire.ts';

const SuspenseDecision = Type.Object({
  outcome: Type.String({ description: 'credit, return' }),
  userName: Nullable(Type.String({ description: 'Whose wallet was credited' })),
  transactionId: Nullable(Type.String({ description: 'The transaction that shows the credit' })),
  credited: Nullable(Type.Number({ description: 'Naira that reached the wallet' })),
  charge: Nullable(NairaAmount),
  decidedBy: Type.String({ description: 'The username of the admin' }),
  reason: Type.String(),
  decidedAt: Timestamp,
});

export const SuspenseEntry = Type.Object({
  _id: Type.String(),
  source: Type.String({ description: 'bank_transfer, card_payment' }),
  amount: Type.Number({ description: 'What was paid, in `currency`' }),
  currency: Type.String({ description: 'NGN, or what a card paid in' }),
  why: Type.String({ description: 'Why nobody was credited' }),
  sender: Nullable(Type.String({ description: 'Who paid, as the bank says' })),
  provider: Type.String({
    description: 'Whom to ask: a payment gateway, or the provider of reserved accounts',
  }),
  providerReference: Nullable(Type.String({ description: 'Its reference of the payment' })),
  bank: Nullable(Type.String({ description: 'Of a bank transfer: into which bank' })),
  accountNumber: Nullable(Type.String({ description: 'Of a bank transfer: into which account' })),
  trans_UserName: Nullable(
    Type.String({ description: 'Who began the card payment, or whose account it was before it was closed' }),
  ),
  transactionId: Nullable(Type.String({ description: 'Of a card payment: the transaction that failed' })),
  createdAt: Timestamp,
  decision: Nullable(SuspenseDecision),
});
export type SuspenseEntry = Static<typeof SuspenseEntry>;

export const listSuspense = call('listSuspense', {
  access: 'staff',
  reads: 'unnamed',
  summary: 'Money that came in and could not be credited, oldest first, 50 a page',
  description:
    '`queue` is `open` (the default): what nobody has decided; or `decided`, the latest first. `counts` has the length of both, of `decided` up to ' +
    `${limits.suspenseCounted.toLocaleString('en-NG')}. \`total\` is the naira of what is open; what was paid in another currency is not in it.`,
  query: Type.Object({
    queue: Type.Optional(Text(20)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  replies: {
    200: Type.Object({
      suspense: Type.Array(SuspenseEntry),
      page: Type.Integer(),
      totalPages: Type.Integer(),
      total: NairaAmount,
      counts: Type.Object({ open: Type.Integer(), decided: Type.Integer() }),
    }),
  },
});

export const decideSuspense = call('decideSuspense', {
  access: 'admin',
  reads: 'unnamed',
  summary: 'Credit money in suspense to a wallet, or book that it went back',
  description:
    '`credit` moves it to the wallet of `userName`, less the fee of a funding. Of a card payment in another currency, `amount` is the naira that the gateway ' +
    'settled for it. Nobody credits a wallet of their own (`forbidden`). `return` books that it was sent back, which is done at the bank or the gateway. Each ' +
    'is decided once: whoever comes second gets `not_waiting`.',
  params: Type.Object({ id: Type.String({ maxLength: 40, description: '`_id`' }) }),
  body: Type.Object({
    outcome: Type.Union([Type.Literal('credit'), Type.Literal('return')]),
    userName: Type.Optional(Text(60)),
    amount: Type.Optional(NairaInput),
    reason: Reason('How you know'),
    request_id: RequestId,
  }),
  replies: { 200: Type.Object({ msg: Msg, entry: SuspenseEntry }) },
  mayBeHeld: true,
  refusals: [
    'forbidden',
    'not_found',
    'not_waiting',
    'staff_daily_limit',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: 'others',
  requiredFieldMsg: { outcome: 'Say what becomes of it', reason: 'Say how you know' },
});
