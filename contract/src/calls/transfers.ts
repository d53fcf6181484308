/** Money from one wallet to another. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Passkey } from '../passkey.ts';
import { ReceiptCheckReply } from './transactions.ts';
import { clientFields, NairaInput, Nullable, Pin, Reason, RequestId, SendAgain, Text } from '../wire.ts';

/** How many names one user may ask for in an hour, by all calls that say whether somebody has them. */
export const namesPerHour = 30;

/** Of a user or a bank account that is new to the sender. */
export const NewReceiver = Type.Object(
  {
    amount: Type.Number({ description: 'Naira that may go to all receivers together that are new' }),
    left: Type.Number({ description: 'What is left of it' }),
    hours: Type.Integer({
      description:
        'For how many hours a receiver is new, from the first payment on, and what was sent counts',
    }),
    until: Type.Union([Type.String(), Type.Null()], {
      description: 'When more may go, ISO 8601, UTC; null before the first payment to anybody new',
    }),
  },
  { description: 'Where little may be sent to it yet' },
);
export type NewReceiver = Static<typeof NewReceiver>;

export const validateUser = call('validateUser', {
  access: 'user',
  summary: 'The masked name of a user, to look at before sending money',
  description: `At most ${namesPerHour} names an hour, those of transfers and of a vendor's coupons included, whether somebody has them or not. The same name again within the hour, and a request that is repeated by its key, cost nothing; a name that was paid is not counted.`,
  params: Type.Object({ userName: Text(60) }),
  replies: {
    200: Type.Object({
      name: Type.String({ description: 'For example `Adaeze O.`' }),
      userName: Type.String(),
      newReceiver: Nullable(NewReceiver),
      isVerified: Type.Boolean({
        description: 'A register knows who it is; else the name is one that they gave themselves',
      }),
    }),
  },
  refusals: ['not_found', 'too_many_requests'],
});

export const transferFund = call('transferFund', {
  access: 'user',
  summary: "Send money to another user's wallet",
  description:
    '{TRANSFER_MINIMUM_NAIRA} to {TRANSFER_MAXIMUM_NAIRA} naira. An admin does not pay from a wallet: the money is issued, which takes a session and is audited with the ' +
    "`reason`; the receipt is then the receiver's transaction. Nobody issues to themselves (`forbidden`).",
  body: Type.Object({
    userName: Text(60),
    amount: NairaInput,
    note: Type.Optional(Type.String({ maxLength: 80, description: 'Shown to both' })),
    reason: Type.Optional(Reason('Of an admin', 'in live mode')),
    force: SendAgain,
    request_id: RequestId,
    ...clientFields,
    pin: Pin,
    passkey: Passkey,
  }),
  replies: { 200: ReceiptCheckReply },
  mayBeHeld: true,
  refusals: [
    'forbidden',
    'not_found',
    'insufficient_balance',
    'account_restricted',
    'receiver_stopped',
    'wallet_frozen',
    'over_spending_limit',
    'money_held',
    'token_daily_limit',
    'new_device_cap',
    'unproved_cap',
    'new_receiver_cap',
    'staff_daily_limit',
    'possible_duplicate',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'service_locked',
    'too_many_requests',
  ],
  keyed: true,
  money: true,
  pin: true,
  requiredMsg: 'Enter a username',
  requiredFieldMsg: { amount: 'enter a valid amount' },
});
