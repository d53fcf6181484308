/** The transactions that a user sees, and the receipt: one of them with its timeline. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { limits } from '../constants.ts';
import { fewestDigitsOfAll, fewestDigitsOfOne } from '../digits.ts';
import { Dispute } from './receipts/disputes.ts';
import {
  Before,
  ClientMetadata,
  ClientReference,
  Msg,
  NairaAmount,
  NairaInput,
  Next,
  Nullable,
  Reason,
  RequestId,
  Text,
  Timestamp,
} from '../wire.ts';

export const TimelineStep = Type.Object({
  at: Timestamp,
  step: Type.String({
    description: 'made, paid, sent, waiting, refused, delivered, returned, reversed, credited, debited',
  }),
  text: Type.String({ description: 'The step as a sentence' }),
});

const transactionFields = {
  _id: Type.String(),
  reference: Type.String({ description: 'Our reference; quote it to support' }),
  clientReference: ClientReference,
  metadata: ClientMetadata,
  trans_Type: Type.String({
    description: 'data, airtime, electricity, wallet, transfer, refund, referrer, earning, withdraw',
  }),
  trans_Status: Type.String({ description: 'success, pending, failed, refunded' }),
  trans_Network: Nullable(Type.String()),
  trans_amount: Type.Number({
    description:
      'Naira that this transaction moves in the wallet; its direction is balance_After - balance_Before',
  }),
  trans_UserName: Type.String(),
  phone_number: Nullable(Type.String()),
  createdAt: Timestamp,
  balance_Before: Nullable(NairaAmount),
  balance_After: Nullable(NairaAmount),
  apiResponse: Nullable(Type.String({ description: "The supplier's words" })),
  apiResponseId: Nullable(Type.String({ description: "The supplier's or gateway's own id" })),
  paymentLink: Nullable(Type.String()),
  product: Nullable(Type.String({ description: 'For example MTN-SME' })),
  description: Type.String({ description: 'What it is in a few words' }),
  recipient: Nullable(Type.String()),
  charge: Nullable(NairaAmount),
  faceValue: Nullable(NairaAmount),
  token: Nullable(Type.String()),
  tokens: Type.Array(Type.String()),
  units: Nullable(Type.String()),
  supplierMessage: Nullable(Type.String()),
  profit: Type.Optional(Type.Number({ description: 'Staff only' })),
  trans_profit: Type.Optional(Type.Number({ description: 'Staff only' })),
  supplierName: Type.Optional(
    Nullable(
      Type.String({
        description: 'Staff only: the supplier that was asked last; null of what is no purchase',
      }),
    ),
  ),
};

export const Transaction = Type.Object(transactionFields);
export type Transaction = Static<typeof Transaction>;

export const Receipt = Type.Object({
  ...transactionFields,
  timeline: Type.Array(TimelineStep),
  nextCheckAt: Type.Optional(
    Type.String({
      description: 'While a purchase is pending: when the supplier is asked about it again, ISO 8601, UTC',
    }),
  ),
});
export type Receipt = Static<typeof Receipt>;

/** A list that programs read whole is read in fewer calls. */
const longestPage = 200;

export const listTransactions = call('listTransactions', {
  access: 'user',
  reads: 'transactions.trans_UserName',
  summary: 'Your transactions, newest first, 50 a page unless `limit` says otherwise',
  description:
    'A program that reads them all asks for the first page, and then with `before` until `next` is null: no page is slower than the one before, and what is ' +
    'sold meanwhile moves nothing. The sums and `noOfTransaction` are of all that the filters find. Filters combine. `from` and `to` are days in Africa/Lagos, both included; `to` defaults to today when only `from` is given. ' +
    '`processing` means the same as `pending`; `clientReference` is the whole name that a transaction was given by its maker. `phoneNumber` is a whole number, or how one begins, by ' +
    `${fewestDigitsOfOne} digits at least in the list of one user, ${fewestDigitsOfAll} in that of everybody. ` +
    'Staff may filter by `userName` and see every user; for others it is ignored. ' +
    '`format=csv` answers with all that the filters find, whatever the page, as a CSV file (RFC 4180); cells that a spreadsheet would run as a ' +
    'formula begin with an apostrophe. Each file that staff take is recorded as a staff action.',
  query: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    before: Before,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: longestPage,
        description: `How many there are on a page; ${limits.pageSize} unless given`,
      }),
    ),
    type: Type.Optional(Text(20)),
    status: Type.Optional(Text(20)),
    phoneNumber: Type.Optional(Text(30)),
    userName: Type.Optional(Text(60)),
    from: Type.Optional(Text(40)),
    to: Type.Optional(Text(40)),
    clientReference: Type.Optional(Text(255)),
    format: Type.Optional(Text(10)),
  }),
  alsoAs: ['text/csv'],
  replies: {
    200: Type.Object({
      transactions: Type.Array(Transaction),
      page: Type.Optional(Type.Integer({ description: 'Absent with `before`' })),
      next: Next,
      totalPages: Type.Integer(),
      noOfTransaction: Type.Integer(),
      totalSales: Type.Number({ description: 'GB of data delivered' }),
      totalDebit: NairaAmount,
      totalCredit: NairaAmount,
      totalProfit: Type.Optional(Type.Number({ description: 'Staff only' })),
      stat: Type.Optional(
        Type.Array(
          Type.Object({
            network: Type.String(),
            total_volume_sold: Type.Number({ description: 'GB' }),
            profit: Type.Number(),
          }),
          { description: 'Staff only' },
        ),
      ),
    }),
  },
});

const sales = {
  sales: Type.Integer({ description: 'Purchases delivered and not taken back' }),
  revenue: Type.Number({ description: 'Naira that the buyers paid' }),
  profit: Type.Number({ description: 'Naira; what is left after the cost' }),
  total_volume_sold: Type.Number({ description: 'GB of data' }),
};

export const getSales = call('getSales', {
  access: 'admin',
  summary: 'What was sold on each of the last days, and of each network over all of them',
  description:
    'Days are those of Africa/Lagos; the last one is today, and a day without a sale is there with zeros. `days` is 14 unless given.',
  query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 92 })) }),
  replies: {
    200: Type.Object({
      days: Type.Array(Type.Object({ day: Type.String({ description: 'YYYY-MM-DD' }), ...sales }), {
        description: 'The oldest first',
      }),
      networks: Type.Array(Type.Object({ network: Type.String(), ...sales }), {
        description: 'The one with the most revenue first',
      }),
    }),
  },
});

/** The code of the public check. */
const ReceiptCode = Type.String({
  description: 'What anybody can check at GET /check/{slip}, as a link or a QR code',
});

export const getTransaction = call('getTransaction', {
  access: 'user',
  reads: 'receipt.trans_UserName',
  summary: 'One receipt with its timeline',
  description:
    'Of several transactions that you gave the same `clientReference` this is the newest; the list has them all. A name that is also an `_id` or a ' +
    '`reference` means that one.',
  params: Type.Object({
    id: Type.String({ maxLength: 255, description: '`_id`, `reference` or your own `clientReference`' }),
  }),
  replies: {
    200: Type.Object({
      receipt: Receipt,
      slip: ReceiptCode,
      meterOwner: Type.Optional(
        Type.String({
          description: 'Whose meter your electricity is for; known for a day after the meter was checked',
        }),
      ),
      disputes: Type.Optional(Type.Array(Dispute, { description: 'Problems that were reported with it' })),
    }),
  },
  refusals: ['not_found'],
});

/** What anybody gets to know of a receipt: no sum, for the seller's price and the buyer's are different ones. */
export const CheckedReceipt = Type.Object({
  reference: Type.String(),
  kind: Type.String({ description: '`trans_Type` of the transaction' }),
  status: Type.String({ description: 'success, pending, failed, refunded; as it is now' }),
  network: Nullable(Type.String()),
  product: Nullable(Type.String({ description: 'Of a purchase: what was bought, in a few words' })),
  recipient: Nullable(Type.String({ description: 'Masked: the last four digits' })),
  createdAt: Timestamp,
  settledAt: Nullable(Timestamp),
});
export type CheckedReceipt = Static<typeof CheckedReceipt>;

export const checkSlip = call('checkSlip', {
  access: 'public',
  summary: 'Whether a slip is true, for anybody who was shown one',
  description:
    'Also at `GET /check/{slip}`, the address on the slip itself: a page for browsers, this answer for `Accept: application/json`. It tells what the ' +
    'slip says now: state, product, masked recipient and time; nothing about the person, and no price. The code cannot be guessed; at most 60 a minute ' +
    'from one address.',
  params: Type.Object({ slip: Text(80) }),
  replies: { 200: CheckedReceipt },
  refusals: ['not_found', 'too_many_requests'],
});

export const debit = call('debit', {
  access: 'admin',
  summary: 'Debit a wallet: money that was credited by mistake, or a card payment that its bank called back',
  description:
    '`clawback`: it was credited by mistake; all of it, or `amount`, returns to what staff have issued. `chargeback`: the bank called a card payment back; ' +
    'always all of it, and what the wallet does not hold any more is our loss. Once for each transaction, never below zero, whatever the standing, freeze or ' +
    'limit of the wallet. Another admin has to confirm it, whatever the sum, where a second admin is asked for at all ({STAFF_SECOND_PERSON_ABOVE_NAIRA} is ' +
    'not 0). Nobody debits themselves (`forbidden`). The owner gets a mail.',
  params: Type.Object({
    id: Type.String({
      maxLength: 40,
      description: '`_id` or `reference` of the transaction that brought the money',
    }),
  }),
  body: Type.Object({
    kind: Type.Union([Type.Literal('clawback'), Type.Literal('chargeback')]),
    amount: Type.Optional(NairaInput),
    reason: Reason('How you know'),
    request_id: RequestId,
  }),
  replies: {
    200: Type.Object({
      msg: Msg,
      receipt: Nullable(Receipt),
    }),
  },
  reads: 'receipt.trans_UserName',
  mayBeHeld: true,
  refusals: [
    'forbidden',
    'not_found',
    'not_debitable',
    'already_debited',
    'insufficient_balance',
    'staff_daily_limit',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: 'others',
  requiredFieldMsg: { kind: 'Say why it is debited', reason: 'Say how you know' },
});

/** Of a movement of money: all that its receipt says. */
export const ReceiptCheckReply = Type.Object({ msg: Msg, receipt: Receipt, slip: ReceiptCode });
export const ReceiptReply = Type.Object({ msg: Msg, receipt: Receipt });
