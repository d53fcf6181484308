/** Signing up, signing in, and who one is. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { strongestFactor, strongestFactorRefusals } from '../strongest-factor.ts';
import { RESET_LINK_MINUTES } from '../constants.ts';
import { Passkey } from '../passkey.ts';
import { SubscriptionPlans } from './catalogue.ts';
import { Terms } from './terms.ts';
import { Transaction } from './transactions.ts';
import { Msg, NairaAmount, Nullable, Reason, Text, Timestamp } from '../wire.ts';

export const AccountNumber = Type.Object({
  bankName: Type.String({ description: 'palmpay' }),
  accountNumber: Type.String(),
  accountName: Type.String(),
  status: Type.String({ description: 'active; closed: money sent there does not arrive' }),
});
export type AccountNumber = Static<typeof AccountNumber>;

export const User = Type.Object({
  _id: Type.String(),
  userName: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  phoneNumber: Type.String(),
  userType: Type.String({ description: 'smart earner, reseller, api user, partner' }),
  balance: NairaAmount,
  /** Rises with each change of the balance: a client keeps the balance with the highest version. */
  balanceVersion: Type.Integer(),
  standing: Type.String({
    description: 'active, or restricted by staff: nothing is bought and no money leaves',
  }),
  standingWords: Nullable(Type.String({ description: 'What staff say about it' })),
  isFrozen: Type.Boolean({ description: 'You froze your wallet: nothing leaves it until you unfreeze it' }),
  referredBy: Nullable(Type.String()),
  createdAt: Timestamp,
  lastLogin: Nullable(Timestamp),
  nin: Nullable(Type.String({ description: 'Verified, and masked: `•••• 1234`' })),
  bvn: Nullable(Type.String({ description: 'Verified, and masked' })),
  accountNumbers: Type.Array(AccountNumber, {
    description: 'Bank accounts into which anybody may pay for this user',
  }),
  reservedAccountNo3: Nullable(
    Type.String({ description: 'The number of the PalmPay account that is active' }),
  ),
  isSpecial: Type.Boolean({ description: 'Has special prices' }),
  specialPrices: Type.Array(
    Type.Object({
      productName: Type.String(),
      price: Type.Number({ description: 'Naira for each GB' }),
    }),
  ),
  webhookUrl: Nullable(Type.String()),
  webhookPausedAt: Nullable(
    Type.String({
      description:
        'Since when nothing is sent there: staff or a reset ended access, and the address was not saved again',
    }),
  ),
  apiToken: Nullable(Type.String({ description: 'The newest API token, masked: `jara_test_••••Qx7f`' })),
});
export type User = Static<typeof User>;

const profile = {
  user: User,
  subscriptionPlans: SubscriptionPlans,
  transactions: Type.Array(Transaction, { description: 'The newest page' }),
  isAdmin: Type.Boolean(),
  isAgent: Type.Boolean(),
  isCouponVendor: Type.Boolean(),
  isShopClosed: Type.Boolean({
    description: 'After a fault: nothing is sold or sent until the records were compared (`shop_closed`)',
  }),
  sessionIdleMinutes: Type.Integer({
    minimum: 1,
    description: 'A session ends after this time without use: no client keeps longer what it was shown',
  }),
};
export const Profile = Type.Object({ ...profile, terms: Terms });
export type Profile = Static<typeof Profile>;
export const SignedIn = Type.Object({ ...profile, token: Type.String(), msg: Msg });
export type SignedIn = Static<typeof SignedIn>;

export const register = call('register', {
  access: 'public',
  beforeTotp: true,
  summary: 'Open an account and sign in',
  description:
    'Too many from one network are `too_many_requests` with `codeByMail`; a `deviceCode` leads on, as at the login',
  body: Type.Object({
    userName: Text(60),
    email: Text(254),
    phoneNumber: Text(30),
    password: Text(1_000),
    passwordCheck: Text(1_000),
    referredBy: Type.Optional(Text(60)),
    deviceCode: Type.Optional(Text(40)),
  }),
  replies: { 201: SignedIn },
  refusals: [
    'username_taken',
    'email_taken',
    'phone_taken',
    'too_many_requests',
    'device_code_required',
    'wrong_code',
  ],
  requiredMsg: 'All fields are required',
  requiredFieldMsg: { email: 'Enter an your email' },
});

export const login = call('login', {
  access: 'public',
  beforeTotp: true,
  summary: 'Sign in by username, e-mail or phone number',
  description:
    'With two-step login or a passkey, a login without `code` is refused with `totp_required`: send it again with the six digits of the app, ' +
    'a recovery code, or what a passkey answers to `passkey` of the refusal. The answer sets the cookie `device`, by which the device is known: send it with the next login. ' +
    'With neither, a login on an unknown device is refused with `login_code_required` and a code is mailed: send it again with the six digits as `code` ' +
    'and the cookie of the refusal; without `code`, a minute later, another is mailed (here a code works for {LOGIN_CODE_MINUTES} minutes; 0: none is asked for). ' +
    'After too many wrong passwords, of others too, a login on such a device is `too_many_requests` with `codeByMail`: an empty `deviceCode` has a code mailed to the account, ' +
    'if there is one (`device_code_required`); then send the code, with the cookie of that refusal. ' +
    'The device is then counted by itself for an hour; the password is needed as ever.',
  body: Type.Object({
    userName: Text(254),
    password: Text(1_000),
    code: Type.Optional(Text(40)),
    deviceCode: Type.Optional(Text(40)),
    passkey: Passkey,
  }),
  replies: { 200: SignedIn },
  refusals: [
    'wrong_credentials',
    'totp_required',
    'login_code_required',
    'device_code_required',
    'wrong_code',
    'code_over',
    'account_suspended',
    'account_closed',
    'too_many_requests',
  ],
  requiredMsg: 'All field are required',
});

export const logout = call('logout', {
  access: 'session',
  beforeTotp: true,
  summary: 'End this session',
  replies: { 200: Type.Object({ msg: Msg }) },
});

export const isTokenValid = call('isTokenValid', {
  access: 'public',
  beforeTotp: true,
  summary: 'Whether the token of this request is a live session; always 200',
  replies: { 200: Type.Object({ valid: Type.Boolean() }) },
});

export const getProfile = call('getProfile', {
  access: 'user',
  beforeTotp: true,
  summary: 'You, the plans at your prices and your newest transactions',
  revalidates: true,
  replies: { 200: Profile },
});

export const getBalance = call('getBalance', {
  access: 'user',
  summary: 'What is in your wallet, and what you earned',
  description: 'For programs that look often.',
  revalidates: true,
  replies: { 200: Type.Object({ balance: NairaAmount, earningBalance: NairaAmount }) },
});

export const changePassword = call('changePassword', {
  access: 'session',
  beforeTotp: true,
  summary: 'Change the password; all other sessions end',
  description:
    'Takes a `code` too with two-step login on, else the `pin` if you have one. Go on with `x-new-token`.',
  body: Type.Object({
    oldPassword: Text(1_000),
    newPassword: Text(1_000),
    newPasswordCheck: Text(1_000),
    endApiTokens: Type.Optional(
      Type.Boolean({
        description: 'End all API tokens too. Send true unless programs that you trust use them',
      }),
    ),
    ...strongestFactor,
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['wrong_password', ...strongestFactorRefusals],
  requiredMsg: 'All fields are required',
});

export const requestPasswordReset = call('requestPasswordReset', {
  access: 'public',
  beforeTotp: true,
  summary: 'Mail a link to choose a new password',
  description: 'The answer is the same whether the account exists or not. A newer link ends the one before.',
  body: Type.Object({
    email: Type.String({ maxLength: 254, description: 'E-mail, username or phone number' }),
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['too_many_requests'],
  requiredMsg: 'Enter an your email',
});

export const resetPassword = call('resetPassword', {
  access: 'public',
  beforeTotp: true,
  summary: 'Choose a new password by a link from a mail',
  description: `\`userId\` and \`token\` are those of the link. It works once, for ${RESET_LINK_MINUTES} minutes. All sessions end.`,
  body: Type.Object({
    token: Text(200),
    userId: Text(40),
    newPassword: Text(1_000),
    newPasswordCheck: Text(1_000),
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['reset_link_over'],
  requiredMsg: 'All fields are required',
});

export const resetUserPassword = call('resetUserPassword', {
  access: 'admin',
  summary: 'Mail a user a link to choose a new password, and log them out everywhere',
  body: Type.Object({
    userId: Text(40),
    reason: Type.Optional(Reason('Why', 'in live mode')),
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['not_found'],
});
