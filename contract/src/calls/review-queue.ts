/** What waits for staff: what has no outcome, what is still being asked about, and what a second admin has to confirm. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { limits } from '../constants.ts';
import { Msg, Nullable, Reason, RequestId, Text, Timestamp } from '../wire.ts';
import { StaffRights } from './staff.ts';
import { ReceiptReply } from './transactions.ts';
import { HeldPrice } from './unusual-prices.ts';

export const ReviewQueueEntry = Type.Object({
  _id: Type.String({ description: 'Of the transaction' }),
  reference: Type.String(),
  trans_Type: Type.String({ description: 'data, airtime, electricity, withdraw' }),
  trans_UserName: Type.String(),
  network: Nullable(Type.String()),
  description: Type.String(),
  recipient: Nullable(Type.String()),
  amount: Type.Number({ description: 'Naira that the buyer paid for it' }),
  why: Type.String({
    description:
      'no_outcome: asked to the end without an answer · disputed: refused after a delivery was told · held: a withdrawal that staff keep back, not sent · ' +
      'asked: still asked by itself',
  }),
  supplier: Type.String({ description: 'Who was sent it: a supplier, or the bank of withdrawals' }),
  supplierReference: Type.String({ description: 'Our reference there' }),
  supplierId: Nullable(Type.String({ description: "The supplier's own id" })),
  supplierMessage: Nullable(Type.String({ description: 'What it said last' })),
  isOtherName: Type.Boolean({
    description: 'A held withdrawal to an account in another name than the one that its owner has proved',
  }),
  needsToken: Type.Boolean({ description: 'Prepaid electricity without its token' }),
  checks: Type.Integer({ description: 'How often it was asked' }),
  createdAt: Timestamp,
  answeredAt: Nullable(Timestamp),
  nextCheckAt: Nullable(Timestamp),
});
export type ReviewQueueEntry = Static<typeof ReviewQueueEntry>;

/** A supplier's statement of our money that the books do not explain. */
export const FloatDrift = Type.Object({
  supplierName: Type.String(),
  drift: Type.Number({ description: 'Naira stated beyond what the books explain; negative: so much less' }),
  since: Timestamp,
  float: Type.Number({ description: 'Naira that the supplier stated last' }),
  refunded: Type.Number({
    description:
      'Naira that its sales cost which staff refunded, and which it has not given back (`recoverRefund`)',
  }),
  readAt: Timestamp,
  askedBy: Nullable(
    Type.String({
      description: 'The username of who asked to accept it, while that waits for a second admin',
    }),
  ),
});
export type FloatDrift = Static<typeof FloatDrift>;

export const listWaiting = call('listWaiting', {
  access: 'staff',
  reads: 'waiting.trans_UserName',
  summary: 'Purchases and withdrawals without an outcome, oldest first, 50 a page',
  description:
    '`queue` is `staff` (the default): what no supplier or bank decides any more; or `asked`: what has waited for over 5 minutes and is still asked about. ' +
    '`floats` has the suppliers whose statement of our money the books do not explain; an entry goes when its difference does, or when it is accepted (`acceptFloat`). ' +
    '`counts` has the length of both, how much of `GET /admin/suspense` is open, how much of `GET /admin/recovery`, how many problems users reported (`GET /admin/disputes`), how much waits for a second admin (`GET /admin/staffRequests`), and how many messages to users’ own servers were given up in the last 30 days.',
  query: Type.Object({
    queue: Type.Optional(Text(20)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  replies: {
    200: Type.Object({
      waiting: Type.Array(ReviewQueueEntry),
      floats: Type.Array(FloatDrift),
      page: Type.Integer(),
      totalPages: Type.Integer(),
      heldBack: Type.Number({ description: 'Naira that the buyers of the whole queue paid' }),
      counts: Type.Object({
        staff: Type.Integer(),
        asked: Type.Integer(),
        suspense: Type.Integer(),
        disputes: Type.Integer(),
        recovery: Type.Integer(),
        staffRequests: Type.Integer(),
        webhooksGivenUp: Type.Integer(),
      }),
    }),
  },
});

export const decideWaiting = call('decideWaiting', {
  access: 'admin',
  reads: 'receipt.trans_UserName',
  summary: 'Say what became of a transaction that waits for staff',
  description:
    'For what stands in the queue `staff` only, after its supplier or bank was asked by other means. `delivered` books it as a success; prepaid electricity ' +
    'needs its `token`. `returned` gives the whole price back. A withdrawal that is `held` is `released`, and sent to the bank, or `returned`; the bank is asked ' +
    'before whether it knows it (`bank_unavailable` when it does not answer). When the supplier says otherwise later, the books follow as after any other outcome. ' +
    'Nobody decides about a transaction of their own (`forbidden`).',
  params: Type.Object({ id: Type.String({ maxLength: 40, description: '`_id` or `reference`' }) }),
  body: Type.Object({
    outcome: Type.Union([Type.Literal('delivered'), Type.Literal('returned'), Type.Literal('released')]),
    reason: Reason('Who said so'),
    token: Type.Optional(Type.String({ maxLength: 60, description: '20 digits, spaces allowed' })),
    request_id: RequestId,
  }),
  replies: { 200: ReceiptReply },
  mayBeHeld: true,
  refusals: [
    'not_found',
    'not_waiting',
    'staff_daily_limit',
    'service_locked',
    'bank_unavailable',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: 'others',
  requiredFieldMsg: { outcome: 'Say what became of it', reason: 'Say how you know' },
});

export const acceptFloat = call('acceptFloat', {
  access: 'admin',
  summary: "Accept a difference between a supplier's statement of our money and the books",
  description:
    'After a payment to the supplier, for one, of which the books know nothing. `amount` is the difference as `listWaiting` shows it; when it is ' +
    'another one by now, nothing is accepted, also where a second admin confirms it.',
  body: Type.Object({
    supplierName: Text(20),
    amount: Type.Number({ description: '`drift` of the entry, in naira' }),
    reason: Reason('What explains it'),
    request_id: RequestId,
  }),
  replies: { 200: Type.Object({ msg: Msg, floats: Type.Array(FloatDrift) }) },
  mayBeHeld: true,
  refusals: ['not_waiting', 'idempotency_in_progress', 'idempotency_key_reused'],
  keyed: true,
  money: 'others',
  requiredMsg: 'All fields are required',
  requiredFieldMsg: { reason: 'Say what explains it' },
});

/** The calls that wait for a second admin beyond a sum. */
export type HeldMoneyCall =
  'transferFund' | 'generateCoupon' | 'refund' | 'decideWaiting' | 'decideSuspense' | 'debit' | 'acceptFloat';
/** Those that wait for one where a price is below cost, or a cost is lowered. */
export type HeldPriceCall =
  'setSpecialPrice' | 'updatePrice' | 'addPlan' | 'updatePlan' | 'schedulePrices' | 'setCostPrice';
/** Waits for one where somebody with money would be reached by another e-mail address. */
export type HeldContactCall = 'correctContactDetails';
/** Waits for one where somebody would become an admin, or be one no more. */
export type HeldRightsCall = 'setRoles';
export type HeldCall = HeldMoneyCall | HeldPriceCall | HeldContactCall | HeldRightsCall;

const Correction = Type.Object({ from: Type.String(), to: Type.String() });

/** How somebody is reached, as it waits for a second admin. */
export const HeldContact = Type.Object({
  email: Correction,
  phoneNumber: Nullable(Correction),
  holds: Type.Number({
    description: 'Naira in wallet and earnings when it was asked for: whoever reads the mail can take it',
  }),
});
export type HeldContact = Static<typeof HeldContact>;

/** What somebody may do, as it waits for a second admin: it is confirmed while it is `from`, and no more. */
export const RightsChange = Type.Object({ from: StaffRights, to: StaffRights });
export type RightsChange = Static<typeof RightsChange>;

export const StaffRequest = Type.Object({
  _id: Type.String(),
  call: Type.String({
    description:
      'What was asked for: transferFund, generateCoupon, refund, decideWaiting, decideSuspense, debit, acceptFloat; or a price below cost: setSpecialPrice, ' +
      'updatePrice, addPlan, updatePlan, schedulePrices, setCostPrice; or another e-mail address of somebody with money: correctContactDetails; or another admin, or one less: setRoles',
  }),
  input: Type.Record(Type.String(), Type.Unknown(), { description: 'The fields that it was asked with' }),
  subject: Type.String({
    description: '`user 12`, `transaction 9`, `posting 4`, `plan 3`, `product MTN-SME`, `supplier GLAD`',
  }),
  users: Type.Array(Type.String(), {
    description: 'The usernames of those whose money it is, or whose price, address or rights',
  }),
  amount: Nullable(
    Type.Number({
      description:
        'Naira; null: it was paid in another currency, which is in the subject, or it is about `prices`, `contact` or `rights`',
    }),
  ),
  prices: Nullable(
    Type.Array(HeldPrice, {
      description: 'Those below cost, and the costs that are lowered; null where it is about anything else',
    }),
  ),
  contact: Nullable(HeldContact),
  rights: Nullable(RightsChange),
  reason: Nullable(Type.String()),
  maker: Type.String({ description: 'The username of who asked' }),
  isOwn: Type.Boolean({ description: 'You asked for it: another admin has to confirm it' }),
  state: Type.String({ description: 'waiting, confirmed, rejected, withdrawn, expired' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  endedBy: Nullable(Type.String({ description: 'The username of who confirmed, rejected or withdrew it' })),
  endedReason: Nullable(Type.String()),
  endedAt: Nullable(Timestamp),
  couponCode: Nullable(
    Type.String({ description: 'Of a coupon, once it is confirmed, for its maker alone' }),
  ),
});
export type StaffRequest = Static<typeof StaffRequest>;

/** The answer of a call that waits for a second admin: nothing was done yet. */
export const HeldReply = Type.Object({ msg: Msg, staffRequest: StaffRequest });
export type HeldReply = Static<typeof HeldReply>;

const params = Type.Object({ id: Type.String({ maxLength: 40, description: '`_id`' }) });

export const listStaffRequests = call('listStaffRequests', {
  access: 'staff',
  reads: 'staffRequests.users',
  summary: 'What waits for a second admin, oldest first, 50 a page',
  description:
    'Above {STAFF_SECOND_PERSON_ABOVE_NAIRA} naira that one of the staff issues, refunds, decides about or accepts of floats in a day (0: never), and for every debit, every price below cost and every cost that is lowered, and where one of the staff would correct the e-mail addresses of accounts that together hold more than that in a day or make somebody an admin or take that from one, the call answers 202 and waits here. Admins see ' +
    'all of it, agents what they asked for. `queue` is `waiting` (the default), or `ended`: what was confirmed, rejected, withdrawn, or expired after ' +
    `{STAFF_REQUEST_HOURS} hours, the latest first. \`counts.ended\` goes up to ${limits.staffRequestsCounted.toLocaleString('en-NG')}.`,
  query: Type.Object({
    queue: Type.Optional(Text(20)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  replies: {
    200: Type.Object({
      staffRequests: Type.Array(StaffRequest),
      page: Type.Integer(),
      totalPages: Type.Integer(),
      counts: Type.Object({ waiting: Type.Integer(), ended: Type.Integer() }),
    }),
  },
});

export const confirmStaffRequest = call('confirmStaffRequest', {
  access: 'admin',
  reads: 'staffRequest.users',
  summary: 'Confirm what a colleague asked for: it is done at once',
  description:
    'Exactly as it was asked, once, by whoever asked and whoever confirms: rights and limits are looked at again. Never by who asked, nor by whose ' +
    'money it is, nor by the same person under another name (`forbidden`). What cannot be done any more is refused as the call itself would be, and waits on.',
  params,
  body: Type.Object({ reason: Reason('What you looked at'), request_id: RequestId }),
  replies: { 200: HeldReply },
  refusals: [
    'not_found',
    'not_waiting',
    'staff_daily_limit',
    'coupon_daily_limit',
    'not_refundable',
    'purchase_pending',
    'already_refunded',
    'price_needs_confirmation',
    'changed_meanwhile',
    'email_taken',
    'phone_taken',
    'plan_id_taken',
    'already_scheduled',
    'not_debitable',
    'already_debited',
    'insufficient_balance',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'shop_closed',
    'service_locked',
    'bank_unavailable',
  ],
  keyed: true,
  money: 'others',
  requiredFieldMsg: { reason: 'Say what you looked at' },
});

export const rejectStaffRequest = call('rejectStaffRequest', {
  access: 'admin',
  reads: 'staffRequest.users',
  summary: 'Reject what a colleague asked for',
  params,
  body: Type.Object({ reason: Reason('Who asked reads it') }),
  replies: { 200: HeldReply },
  refusals: ['not_found', 'not_waiting'],
  requiredFieldMsg: { reason: 'Say why not' },
});

export const withdrawStaffRequest = call('withdrawStaffRequest', {
  access: 'staff',
  reads: 'staffRequest.users',
  summary: 'Take back what you asked for, while it waits',
  params,
  body: Type.Object({ reason: Type.Optional(Reason('Why')) }),
  replies: { 200: HeldReply },
  refusals: ['not_found', 'not_waiting'],
});
