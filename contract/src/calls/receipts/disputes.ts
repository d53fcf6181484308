/** Problems that users report with a transaction of theirs, and what staff answer. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { limits } from '../../constants.ts';
import { disputeKinds } from '../../dispute-kinds.ts';
import { Before, Msg, Next, Nullable, Text, Timestamp } from '../../wire.ts';

const disputeFields = {
  _id: Type.String(),
  kind: Type.String({ description: Object.keys(disputeKinds).join(', ') }),
  state: Type.String({ description: 'open: staff have to answer; answered; closed' }),
  openedAt: Timestamp,
  messages: Type.Array(
    Type.Object({
      from: Type.String({ description: 'user, staff' }),
      text: Type.String(),
      at: Timestamp,
    }),
    { description: 'The oldest first' },
  ),
};
export const Dispute = Type.Object(disputeFields);
export type Dispute = Static<typeof Dispute>;

export const openDispute = call('openDispute', {
  access: 'session',
  summary: 'Report a problem with a transaction of yours',
  description:
    'Staff answer on the receipt and by mail. There is one open dispute for a transaction: what you write after an answer opens the same one again. ' +
    `At most ${limits.disputesPerDay} reports a day.`,
  params: Type.Object({ id: Type.String({ maxLength: 40, description: '`_id` or `reference`' }) }),
  body: Type.Object({
    kind: Type.String({ maxLength: 30, description: Object.keys(disputeKinds).join(', ') }),
    text: Text(4_000),
  }),
  replies: { 200: Type.Object({ msg: Msg, dispute: Dispute }) },
  refusals: ['not_found', 'dispute_open', 'too_many_requests'],
  requiredFieldMsg: { kind: 'Choose what is wrong', text: 'Say what happened' },
});

export const DisputeEntry = Type.Object({
  ...disputeFields,
  transactionId: Type.String(),
  reference: Type.String(),
  trans_Type: Type.String(),
  trans_Status: Type.String(),
  trans_UserName: Type.String(),
  description: Type.String(),
  recipient: Nullable(Type.String()),
  amount: Type.Number({ description: 'Naira that the transaction moved' }),
});
export type DisputeEntry = Static<typeof DisputeEntry>;

export const listDisputes = call('listDisputes', {
  access: 'staff',
  reads: 'disputes.trans_UserName',
  summary: 'Problems that users reported, 50 a page',
  description:
    '`queue` is `open` (the default), the oldest first; or `answered` or `closed`, the latest first. `counts` has the length of what is not closed.',
  query: Type.Object({ queue: Type.Optional(Text(20)), before: Before }),
  replies: {
    200: Type.Object({
      disputes: Type.Array(DisputeEntry),
      next: Next,
      counts: Type.Object({ open: Type.Integer(), answered: Type.Integer() }),
    }),
  },
});

export const answerDispute = call('answerDispute', {
  access: 'staff',
  reads: 'dispute.trans_UserName',
  summary: 'Answer a problem that a user reported, and close it if it is settled',
  description:
    'The user reads the words on the receipt and in a mail. Money goes back by `POST /admin/refund/{id}`. Nobody answers for themselves (`forbidden`).',
  params: Type.Object({ id: Type.String({ maxLength: 40, description: '`_id` of the dispute' }) }),
  body: Type.Object({ text: Text(4_000), close: Type.Optional(Type.Boolean()) }),
  replies: { 200: Type.Object({ msg: Msg, dispute: DisputeEntry }) },
  refusals: ['not_found', 'not_waiting', 'forbidden'],
  requiredFieldMsg: { text: 'Write an answer' },
});
