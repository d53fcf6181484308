/** After a restore to the past: what has to be known before the shop opens again, what was found, and the opening itself. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Passkey } from '../passkey.ts';
import { Msg, Nullable, Reason, Text, Timestamp } from '../wire.ts';

const RecoveryDecision = Type.Object({
  decidedBy: Nullable(
    Type.String({ description: 'The username of the admin; null: the program, or a command on the machine' }),
  ),
  reason: Type.String(),
  decidedAt: Timestamp,
});

export const RecoveryItem = Type.Object({
  _id: Type.String(),
  kind: Type.String({
    description:
      'question: the program asks the provider for its list · statement: there is no list, staff compare · delivery: in a list, and not in the books',
  }),
  provider: Type.String({ description: 'A supplier, the card gateway, or a bank' }),
  reference: Type.String({
    description: 'Of a delivery, its reference at the provider; of the others, what is asked about',
  }),
  recipient: Nullable(Type.String({ description: 'Of a delivery, as far as the list has it' })),
  amount: Nullable(Type.Number({ description: 'Naira, of a delivery' })),
  happenedAt: Nullable(Timestamp),
  words: Nullable(Type.String({ description: 'What the provider says; why a question has no answer yet' })),
  decision: Nullable(RecoveryDecision),
});
export type RecoveryItem = Static<typeof RecoveryItem>;

export const Recovery = Type.Object({
  restoredTo: Timestamp,
  closedAt: Timestamp,
  opening: Nullable(
    Type.Object({
      openedBy: Nullable(
        Type.String({ description: 'The username of the admin; null: a command on the machine' }),
      ),
      reason: Type.String(),
      openedAt: Timestamp,
    }),
  ),
});
export type Recovery = Static<typeof Recovery>;

export const getRecovery = call('getRecovery', {
  access: 'staff',
  reads: 'unnamed',
  summary: 'Whether the shop is closed after a restore to the past, and what is still missing',
  description:
    '`recovery` is the newest one; null when there never was one. `asked` has what must be known before the shop opens: questions, which the program asks by ' +
    'itself, and statements, which staff compare. `deliveries` has what suppliers delivered and the books do not have, 50 a page; the shop may open before they ' +
    'are decided. `counts` has how many of both are open.',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  replies: {
    200: Type.Object({
      recovery: Nullable(Recovery),
      asked: Type.Array(RecoveryItem),
      deliveries: Type.Array(RecoveryItem),
      page: Type.Integer(),
      totalPages: Type.Integer(),
      counts: Type.Object({
        asked: Type.Integer({ description: 'Questions and statements that keep the shop closed' }),
        deliveries: Type.Integer(),
      }),
    }),
  },
});

export const decideRecoveryItem = call('decideRecoveryItem', {
  access: 'admin',
  reads: 'unnamed',
  summary: 'Say that a statement was compared with the books, or what a delivery was',
  description:
    'Once for each. A question is decided by the answer of its provider alone: `not_waiting`, as for what was decided already.',
  params: Type.Object({ id: Type.String({ maxLength: 40, description: '`_id`' }) }),
  body: Type.Object({
    reason: Reason('What you did'),
  }),
  replies: { 200: Type.Object({ msg: Msg, item: RecoveryItem }) },
  refusals: ['not_found', 'not_waiting'],
  requiredFieldMsg: { reason: 'Say what you compared' },
});

export const openShop = call('openShop', {
  access: 'admin',
  summary: 'Open the shop again after a restore to the past',
  description:
    'Takes your password, and a code if two-step login is on. Refused with `shop_not_ready` while a provider has to be asked or a statement compared: the ' +
    'sentence names them. All processes sell again within seconds.',
  body: Type.Object({
    reason: Reason('What was compared'),
    password: Text(1_000),
    code: Type.Optional(
      Type.String({ maxLength: 40, description: 'With two-step login on: of the app, or a recovery code' }),
    ),
    passkey: Passkey,
  }),
  replies: { 200: Type.Object({ msg: Msg, recovery: Recovery }) },
  refusals: [
    'shop_not_ready',
    'not_waiting',
    'wrong_password',
    'totp_required',
    'wrong_code',
    'too_many_requests',
  ],
  requiredMsg: 'Enter your password',
  requiredFieldMsg: { reason: 'Say what was compared' },
});
