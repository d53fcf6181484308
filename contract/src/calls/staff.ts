/** What staff see of users and of each other: the user list, the tier of a user, the counts, and the record of staff actions. */
import { Type, type Static, type TSchema } from 'typebox';
import { call } from '../call.ts';
import { limits } from '../constants.ts';
import { Passkey } from '../passkey.ts';
import { Service, SpecialPrices } from './managed-catalogue.ts';
import { Before, Msg, NairaAmount, Next, Nullable, OfUser, Reason, Text, Timestamp } from '../wire.ts';

/** In naira, each of them up to what the settings let everybody: `staffLimitKinds` says what a kind is. */
const staffLimits = <Sum extends TSchema>(sum: Sum, description: string) =>
  Type.Object(
    {
      issue: Type.Optional(sum),
      coupons: Type.Optional(sum),
      refund: Type.Optional(sum),
      decide: Type.Optional(sum),
    },
    { description },
  );

const roles = { isAdmin: Type.Boolean(), isAgent: Type.Boolean(), isCouponVendor: Type.Boolean() };

/** What somebody may do beside being a user. */
export const StaffRights = Type.Object({
  ...roles,
  staffLimits: Type.Optional(staffLimits(NairaAmount, 'Own daily limits; left out where there are none')),
});
export type StaffRights = Static<typeof StaffRights>;

/** A user as staff see them. Identity numbers are masked; secrets of the user are not here. */
export const StaffUser = Type.Object({
  _id: Type.String(),
  userName: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  isEmailConfirmed: Type.Boolean({ description: 'Its owner opened a link that went there' }),
  phoneNumber: Type.String(),
  isPhoneConfirmed: Type.Boolean({ description: 'Its owner entered a code that went there' }),
  userType: Type.String({ description: 'smart earner, reseller, api user, partner' }),
  ...roles,
  staffLimits: staffLimits(
    NairaAmount,
    'What they may do in a day at most, each by itself, where that is less than the settings let everybody',
  ),
  staffUsedToday: staffLimits(
    NairaAmount,
    'What they have done since midnight in Lagos, as the limits count it: of what their roles do',
  ),
  balance: NairaAmount,
  standing: Type.String({ description: 'active, restricted, suspended, closed' }),
  standingReason: Nullable(Type.String({ description: 'Why it is not active; null while it is' })),
  standingSince: Nullable(Timestamp),
  isFrozen: Type.Boolean({ description: 'The owner froze the wallet: nothing leaves it' }),
  withdrawalsHeldSince: Nullable(
    Type.String({ description: 'ISO 8601, UTC: since then staff hold withdrawals' }),
  ),
  dailyLimit: Nullable(
    Type.Number({ description: 'Naira that may leave the wallet in a day at most; set by the owner' }),
  ),
  referredBy: Nullable(Type.String()),
  nin: Nullable(Type.String({ description: 'The last four digits, the others as stars' })),
  bvn: Nullable(Type.String({ description: 'The last four digits, the others as stars' })),
  accountNumbers: Type.Array(Type.Object({ bankName: Type.String(), accountNumber: Type.String() })),
  isSpecial: Type.Boolean({ description: 'Has special prices' }),
  specialPrices: SpecialPrices,
  createdAt: Timestamp,
  lastLogin: Nullable(Timestamp),
});
export type StaffUser = Static<typeof StaffUser>;

const totalBalance = Type.Number({
  description: "Naira in the wallets, without the caller's own",
});

export const getAdminDetails = call('getAdminDetails', {
  access: 'admin',
  reads: 'users.userName',
  summary:
    'How many users and transactions there are, what wallets hold, the services and the newest 200 users',
  replies: {
    200: Type.Object({
      allUsers: Type.Integer(),
      allTransactions: Type.Integer(),
      totalBalance,
      services: Type.Array(Service),
      users: Type.Array(StaffUser),
    }),
  },
});

export const listUsers = call('listUsers', {
  access: 'staff',
  reads: 'users.userName',
  summary: 'Users, newest first, 50 a page',
  description:
    'Names and numbers are found by how they begin. `format=csv` answers with all that the filters find as a CSV file (RFC 4180); cells that ' +
    'a spreadsheet would run as a formula begin with an apostrophe. Each file is recorded as a staff action.',
  query: Type.Object({
    phoneNumber: Type.Optional(Text(30)),
    userName: Type.Optional(Text(60)),
    type: Type.Optional(Text(20)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    format: Type.Optional(Text(10)),
  }),
  alsoAs: ['text/csv'],
  replies: {
    200: Type.Object({
      users: Type.Array(StaffUser),
      page: Type.Integer(),
      totalUsers: Type.Integer(),
      totalPages: Type.Integer(),
      totalBalance,
    }),
  },
});

const upgradeParams = Type.Object({
  userId: Type.String({ maxLength: 20 }),
  userType: Type.String({ maxLength: 20, description: 'smart earner, reseller, api user, partner' }),
});
const UserReply = Type.Object({ msg: Msg, user: StaffUser });

export const upgradeUser = call('upgradeUser', {
  access: 'admin',
  reads: 'user.userName',
  summary: 'Set the type of a user',
  description: 'Sets that type, without a fee; saying it again changes nothing.',
  params: upgradeParams,
  replies: { 200: UserReply },
  refusals: ['not_found'],
});

export const upgradeUserByGet = call('upgradeUserByGet', {
  access: 'admin',
  reads: 'user.userName',
  summary: 'The same by GET, for old clients',
  description: 'Use POST. What a browser opens as a page or fetches ahead is refused.',
  params: upgradeParams,
  replies: { 200: UserReply },
  refusals: ['not_found'],
  changesByGet: { instead: 'upgradeUser' },
});

export const setRoles = call('setRoles', {
  access: 'admin',
  reads: 'user.userName',
  summary:
    'Appoint and dismiss staff and coupon vendors; takes your own password, and your code if two-step login is on',
  description:
    'All three are set to what the body says. Whoever loses one is logged out everywhere, and the API tokens end. Nobody changes their own, and ' +
    'the last admin stays one. The user is told of other roles and limits by mail. Where two admins stand behind money ({STAFF_SECOND_PERSON_ABOVE_NAIRA} is not 0), nobody makes ' +
    'another admin alone, or dismisses one: it waits for a second one (202), once there is one who could confirm it, and for {STAFF_NEW_HOURS} hours after ' +
    'you have dismissed or stopped another admin; so does what lets an admin do more in a day. One admin changes rights and limits ' +
    '{STAFF_APPOINTMENTS_DAILY_MAXIMUM} times a day at most.',
  params: OfUser,
  body: Type.Object({
    ...roles,
    from: Type.Optional(
      Type.Object(roles, {
        description:
          'The roles that you saw; others now are 409 changed_meanwhile. Without it nothing is compared',
      }),
    ),
    staffLimits: Type.Optional(
      staffLimits(
        Type.Union([Type.Number(), Type.String({ maxLength: 20 }), Type.Null()]),
        'Naira that they may issue, put into coupons, refund and decide about in a day at most, where that is less than the settings let everybody; ' +
          '0: nothing; null: no limit of their own. What is not named stays as it is, and each ends with the last role that it is for',
      ),
    ),
    reason: Reason('Why'),
    password: Text(1_000),
    code: Type.Optional(
      Type.String({ maxLength: 40, description: 'With two-step login on: of the app, or a recovery code' }),
    ),
    passkey: Passkey,
  }),
  replies: { 200: UserReply },
  mayBeHeld: true,
  refusals: [
    'not_found',
    'last_admin',
    'changed_meanwhile',
    'staff_daily_limit',
    'wrong_password',
    'totp_required',
    'wrong_code',
    'too_many_requests',
  ],
  requiredFieldMsg: { reason: 'Say why', password: 'Enter your password' },
});

export const StaffAction = Type.Object({
  _id: Type.String(),
  actor: Nullable(Type.String({ description: 'User name; null: a command of the operator' })),
  action: Type.String({ description: 'The name of the call; of a command `resetTotp` too' }),
  subject: Type.String({
    description: 'What it was done to, for example `plan 3`, `user 12`, `transaction 9`',
  }),
  before: Nullable(Type.Record(Type.String(), Type.Unknown())),
  after: Nullable(Type.Record(Type.String(), Type.Unknown())),
  reason: Nullable(Type.String()),
  ip: Type.String(),
  requestId: Type.String(),
  createdAt: Timestamp,
});
export type StaffAction = Static<typeof StaffAction>;

export const listStaffActions = call('listStaffActions', {
  access: 'admin',
  reads: 'unnamed',
  summary: 'Who of the staff did what, newest first, 50 a page',
  description:
    '`actor` is a user name, `action` the name of a call, `subject` a whole one (`plan 3`) or its kind (`plan`). `from` and `to` are days in ' +
    `Africa/Lagos, both included. \`totalActions\` is counted up to ${limits.staffActionsCounted.toLocaleString('en-NG')}; beyond, \`totalPages\` grows with \`page\`.`,
  query: Type.Object({
    actor: Type.Optional(Text(60)),
    subject: Type.Optional(Text(100)),
    action: Type.Optional(Text(60)),
    from: Type.Optional(Text(40)),
    to: Type.Optional(Text(40)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  replies: {
    200: Type.Object({
      actions: Type.Array(StaffAction),
      page: Type.Integer(),
      totalActions: Type.Integer(),
      totalPages: Type.Integer(),
    }),
  },
});

export const StaffRead = Type.Object({
  _id: Type.String(),
  reader: Type.String({ description: 'User name: who looked' }),
  userName: Nullable(
    Type.String({ description: 'At whom; null for a list of several people, or of what names nobody' }),
  ),
  call: Type.String({ description: 'The name of the call that showed it' }),
  filter: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Of a list: what was looked for; `true` in place of a number or a reference',
    }),
  ),
  requestId: Nullable(Type.String({ description: 'Of the first time in that hour, as in the log' })),
  createdAt: Timestamp,
});
export type StaffRead = Static<typeof StaffRead>;

export const listStaffReads = call('listStaffReads', {
  access: 'admin',
  reads: 'reads.userName',
  summary: 'Who of the staff looked at whose data, newest first, 50 a page',
  description:
    'One entry for each reader, person or list, call and hour: the first time. What staff change is in the staff record. `reader` and `userName` are user names, `call` ' +
    'the name of a call; `from` and `to` are days in Africa/Lagos, both included. `format=jsonl` answers with all that the filters find, one JSON object in a line; ' +
    'each such file is recorded as a staff action.',
  query: Type.Object({
    reader: Type.Optional(Text(60)),
    userName: Type.Optional(Text(60)),
    call: Type.Optional(Text(60)),
    from: Type.Optional(Text(40)),
    to: Type.Optional(Text(40)),
    before: Before,
    format: Type.Optional(Text(10)),
  }),
  alsoAs: ['application/jsonl'],
  replies: {
    200: Type.Object({
      reads: Type.Array(StaffRead),
      next: Next,
    }),
  },
});
