/** What staff do about an account that was stolen, or whose owner cheats; and how an owner leaves. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { limits, standings } from '../constants.ts';
import { Passkey } from '../passkey.ts';
import { Msg, OfUser, Reason, Text } from '../wire.ts';
import { StaffUser } from './staff.ts';

const UserReply = Type.Object({ msg: Msg, user: StaffUser });
const reason = Reason('Why');
const requiredFieldMsg = { reason: 'Say why' };

export const setStanding = call('setStanding', {
  access: 'admin',
  reads: 'user.userName',
  summary: 'Restrict, suspend or close the account of a user, or open it again',
  description:
    '`restricted`: the user logs in, funds and receives; nothing is bought, no money leaves, rights of staff rest. `suspended`: all sessions ' +
    'end, nobody logs in, API tokens open nothing, and transfers to the user are refused; what a provider brings is booked. `closed`: as ' +
    'suspended, of an account that is empty, and its API tokens end. `active` undoes each of them, and takes a step-up, as all does that opens more. The owner is told by mail, with `words`.',
  params: OfUser,
  body: Type.Object({
    standing: Type.Enum([...standings]),
    reason,
    words: Type.Optional(
      Type.String({ maxLength: limits.standingWordsMaximum, description: 'What the user is told besides' }),
    ),
  }),
  replies: { 200: UserReply },
  refusals: ['step_up_required', 'not_found', 'account_not_empty', 'last_admin'],
  requiredFieldMsg,
});

export const holdWithdrawals = call('holdWithdrawals', {
  access: 'admin',
  reads: 'user.userName',
  summary: 'Hold the withdrawals of a user, or hold them no more',
  description:
    'While they are held, a withdrawal takes its money from the wallet and is not sent to the bank: it waits in `listWaiting`, where an admin ' +
    'releases or returns it (`decideWaiting`). What was sent before is not held back: `sentBefore` counts it. Holding no more sends nothing by itself, and takes a step-up.',
  params: OfUser,
  body: Type.Object({ isHeld: Type.Boolean(), reason }),
  replies: {
    200: Type.Object({
      msg: Msg,
      user: StaffUser,
      held: Type.Integer({ description: 'Withdrawals that wait for a decision' }),
      sentBefore: Type.Integer({ description: 'Withdrawals that were sent, and have no outcome yet' }),
    }),
  },
  refusals: ['step_up_required', 'not_found'],
  requiredFieldMsg,
});

export const endAccess = call('endAccess', {
  access: 'admin',
  summary: 'End all sessions and API tokens of a user',
  description: 'The password stays as it is: `resetUserPassword` sends a link for a new one.',
  params: OfUser,
  body: Type.Object({ reason }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['not_found'],
  requiredFieldMsg,
});

export const closeAccount = call('closeAccount', {
  access: 'session',
  summary: 'Close your account, when it is empty; takes your password, and a code if two-step login is on',
  description:
    'All sessions and API tokens end. Nobody else can have your username, e-mail or phone number. Staff can open it again.',
  body: Type.Object({
    password: Text(1_000),
    code: Type.Optional(
      Type.String({ maxLength: 40, description: 'With two-step login on: of the app, or a recovery code' }),
    ),
    passkey: Passkey,
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: [
    'wrong_password',
    'totp_required',
    'wrong_code',
    'account_not_empty',
    'account_restricted',
    'last_admin',
    'too_many_requests',
  ],
  requiredMsg: 'Enter your password',
});
