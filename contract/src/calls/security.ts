/** What guards an account beside its password: PIN, two-step login (TOTP, RFC 6238), and the devices that are logged in. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Passkey } from '../passkey.ts';
import { SpendingControls } from './spending-controls.ts';
import { Msg, NairaAmount, Nullable, Pin, Text, Timestamp } from '../wire.ts';

const password = Text(1_000);
export const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Each stands in for a code of the app, once. Shown only now',
});

const newReasons = [Type.Literal('new_device'), Type.Literal('reset')] as const;
const amount = Type.Number({ description: 'Naira that may leave in all until then' });
/** What may leave from a device that is new, or any device a short time after the password was reset by mail. */
export const NewDeviceLimit = Type.Object(
  { reason: Type.Union([...newReasons]), amount, until: Timestamp },
  { description: 'Of a device from which a limited sum may leave until then' },
);
export type NewDeviceLimit = Static<typeof NewDeviceLimit>;

/** The same for whoever asks, or what may leave an account within 24 hours of which neither e-mail nor phone is confirmed. */
export const VelocityLimit = Type.Object({
  reason: Type.Union([...newReasons, Type.Literal('unproved')]),
  amount,
  until: Nullable(
    Type.String({
      description:
        'ISO 8601, UTC; null for `unproved`, which counts 24 hours back and ends when the e-mail address or the phone number is confirmed',
    }),
  ),
  left: NairaAmount,
});
export type VelocityLimit = Static<typeof VelocityLimit>;

/** After a reset of the password, a PIN that went without it, or an e-mail address that changed without the old one agreeing. */
export const MoneyHeld = Type.Object({
  because: Type.Union([Type.Literal('reset'), Type.Literal('pin_removed'), Type.Literal('email_changed')]),
  until: Timestamp,
  purchasesMost: Type.Number({ description: 'Naira that may go into purchases until then, in all' }),
});
export type MoneyHeld = Static<typeof MoneyHeld>;

const PinRemovedAt = Nullable(
  Type.String({
    description: 'ISO 8601, UTC: when the PIN is removed, which somebody asked for who did not give it',
  }),
);
const oldPin = Type.Optional(Type.String({ maxLength: 20, description: 'The PIN as it is now' }));
const code = Type.Optional(
  Type.String({ maxLength: 40, description: 'Of the authenticator app, or a recovery code' }),
);

const usePasskey = Type.Optional(
  Type.Boolean({
    description: 'With a passkey in place of PIN and code: `totp_required` carries the `passkey` to ask for',
  }),
);

export const getSecurity = call('getSecurity', {
  access: 'session',
  beforeTotp: true,
  summary: 'What guards your account',
  replies: {
    200: Type.Object({
      hasPin: Type.Boolean(),
      hasTotp: Type.Boolean({ description: 'Two-step login by an authenticator app is on' }),
      hasPasskey: Type.Boolean({
        description: 'You have a passkey: a login asks for it, or for a code',
      }),
      isTotpRequired: Type.Boolean({
        description: 'You may do nothing as staff before you have one of `staffSecondFactors`',
      }),
      staffSecondFactors: Type.Array(Type.Enum(['totp', 'passkey']), {
        description: 'What staff need one of here; none: they need none',
      }),
      recoveryCodesLeft: Type.Integer(),
      sendingLimit: Nullable(VelocityLimit),
      moneyHeld: Nullable(MoneyHeld),
      pinRemovedAt: PinRemovedAt,
      ...SpendingControls,
    }),
  },
});

export const Session = Type.Object({
  _id: Type.String(),
  device: Type.String({ description: 'For example `Chrome on Android`' }),
  ipPrefix: Nullable(Type.String({ description: 'Where it logged in: `102.89.x.x`' })),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  isCurrent: Type.Boolean(),
  limit: Nullable(NewDeviceLimit),
});
export type Session = Static<typeof Session>;

export const listSessions = call('listSessions', {
  access: 'session',
  beforeTotp: true,
  summary: 'Where you are logged in, the last used first',
  replies: { 200: Type.Object({ sessions: Type.Array(Session) }) },
});

export const endSession = call('endSession', {
  access: 'session',
  beforeTotp: true,
  summary: 'Log one device out',
  description:
    'Another one than the session that asks: `step_up_required` when neither its login nor its last step-up (`POST /auth/stepUp`) is younger than the ' +
    'installation asks (here {SESSIONS_STEP_UP_MINUTES} minutes; 0: it does not ask).',
  params: Type.Object({ id: Text(20) }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['step_up_required', 'not_found'],
});

export const endOtherSessions = call('endOtherSessions', {
  access: 'session',
  beforeTotp: true,
  summary: 'Log all devices out but this one',
  description: 'Asks for a step-up as logging one device out does.',
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['step_up_required'],
});

export const setPin = call('setPin', {
  access: 'session',
  summary:
    'Set or change the PIN that is asked for before money leaves; takes your password, and a code or the PIN of now where you have one',
  description:
    '4 to 6 digits. From then on, calls that take money out of the wallet need it as `pin` when they come by the token of a session: ' +
    '`pin_required` without it, `wrong_pin` with another. API tokens are not asked. A first one takes, with two-step login on, a `code` ' +
    'or a passkey (`totp_required`). Changing it takes the old one as `oldPin`, or a `code` of two-step login. A PIN that is set ends a removal that was asked for.',
  body: Type.Object({
    password,
    pin: Text(20),
    pinCheck: Text(20),
    oldPin,
    code,
    usePasskey,
    passkey: Passkey,
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: [
    'wrong_password',
    'wrong_pin',
    'totp_required',
    'wrong_code',
    'changed_meanwhile',
    'too_many_requests',
  ],
  requiredMsg: 'All fields are required',
});

export const removePin = call('removePin', {
  access: 'session',
  summary: 'Do without a PIN; takes your password, and the PIN or a code',
  description:
    'With the PIN as `oldPin`, or a `code` of two-step login, it is removed at once. With the password alone that happens after 24 hours (`pinRemovedAt`), in ' +
    'which the PIN counts as before: the owner is told by mail at once, and `POST /auth/pin/keep` or a reset of the password ends it. Money that ' +
    'leaves is held for a time after that (`money_held`).',
  body: Type.Object({ password, oldPin, code, usePasskey, passkey: Passkey }),
  replies: { 200: Type.Object({ msg: Msg, pinRemovedAt: PinRemovedAt }) },
  refusals: ['wrong_password', 'wrong_pin', 'totp_required', 'wrong_code', 'too_many_requests'],
  requiredMsg: 'Enter your password',
});

export const keepPin = call('keepPin', {
  access: 'session',
  summary: 'Keep the PIN whose removal somebody asked for',
  replies: { 200: Type.Object({ msg: Msg }) },
});

export const beginTotp = call('beginTotp', {
  access: 'session',
  beforeTotp: true,
  summary:
    'Begin to switch on two-step login; takes your password, and your PIN if you have one; a passkey or a recovery code if you have passkeys',
  description: '`uri` is what an authenticator app reads as a QR code. Nothing changes before `confirm`.',
  body: Type.Object({ password, pin: Pin, code, passkey: Passkey }),
  replies: {
    200: Type.Object({
      msg: Msg,
      setupKey: Type.String({ description: 'For apps that cannot read the QR code' }),
      uri: Type.String(),
    }),
  },
  refusals: [
    'wrong_password',
    'pin_required',
    'wrong_pin',
    'totp_required',
    'wrong_code',
    'totp_on',
    'too_many_requests',
  ],
  requiredMsg: 'Enter your password',
});

export const confirmTotp = call('confirmTotp', {
  access: 'session',
  beforeTotp: true,
  summary: 'Switch on two-step login with a first code of the app',
  body: Type.Object({ code: Text(40) }),
  replies: { 200: Type.Object({ msg: Msg, recoveryCodes: RecoveryCodes }) },
  refusals: ['wrong_code', 'totp_on', 'totp_off', 'too_many_requests'],
  requiredMsg: 'Enter the code from your authenticator app',
});

export const renewRecoveryCodes = call('renewRecoveryCodes', {
  access: 'session',
  summary: 'New recovery codes in place of the old; takes your password and a code, or a passkey',
  body: Type.Object({ password, code, passkey: Passkey }),
  replies: { 200: Type.Object({ msg: Msg, recoveryCodes: RecoveryCodes }) },
  refusals: ['wrong_password', 'totp_required', 'wrong_code', 'totp_off', 'too_many_requests'],
  requiredMsg: 'All fields are required',
});

export const removeTotp = call('removeTotp', {
  access: 'session',
  summary: 'Switch off two-step login; takes your password and a code, or a passkey',
  body: Type.Object({ password, code, passkey: Passkey }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['wrong_password', 'totp_required', 'wrong_code', 'totp_off', 'too_many_requests'],
  requiredMsg: 'All fields are required',
});

export const confirmStepUp = call('confirmStepUp', {
  access: 'session',
  summary:
    'Say who you are, in a session of before; takes your password, and your code if two-step login is on; or a passkey',
  description:
    'Calls of staff that change money, prices, suppliers or settings, and logging other devices out, are refused with `step_up_required` unless ' +
    "this or the session's login is younger than the installation asks (here {STAFF_STEP_UP_MINUTES} minutes for those of staff, " +
    '{SESSIONS_STEP_UP_MINUTES} for the devices; 0: it never asks): then send them again. Go on with `x-new-token`.',
  body: Type.Object({
    password: Type.Optional(password),
    passkey: Passkey,
    code: Type.Optional(
      Type.String({ maxLength: 40, description: 'With two-step login on: of the app, or a recovery code' }),
    ),
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['wrong_password', 'totp_required', 'wrong_code', 'too_many_requests'],
  requiredMsg: 'Enter your password',
});
