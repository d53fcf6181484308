/** Passkeys (WebAuthn): a second factor after the password, a login without one, and a step-up in place of the PIN. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { limits } from '../../constants.ts';
import { NewPasskey, NewPasskeyRequest, Passkey, PasskeyAnswer, PasskeyRequest } from '../../passkey.ts';
import { strongestFactor, strongestFactorRefusals } from '../../strongest-factor.ts';
import { Msg, Nullable, Text, Timestamp } from '../../wire.ts';
import { SignedIn } from '../accounts.ts';
import { RecoveryCodes } from '../security.ts';

export const OwnPasskey = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  isBackedUp: Type.Boolean({ description: 'Its keeper has a copy, such as on your other devices' }),
  opensAlone: Type.Boolean({
    description:
      'False after the other factor was changed, until both were used together once: it logs in as second step only, and confirms nothing',
  }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});
export type OwnPasskey = Static<typeof OwnPasskey>;

const Id = Type.Object({ id: Text(20) });
const name = Type.Optional(
  Type.String({ maxLength: 60, description: `Up to ${limits.passkeyNameMaximum} characters` }),
);
const password = Type.Optional(Text(1_000));
const stepUp = {
  password,
  code: Type.Optional(
    Type.String({ maxLength: 40, description: 'Of the authenticator app, or a recovery code' }),
  ),
  passkey: Passkey,
};

export const listPasskeys = call('listPasskeys', {
  access: 'session',
  beforeTotp: true,
  summary: 'Your passkeys, the newest first',
  replies: {
    200: Type.Object({
      passkeys: Type.Array(OwnPasskey),
      origin: Nullable(
        Type.String({ description: 'The address of the shop at which passkeys work; null: at none' }),
      ),
    }),
  },
});

export const beginPasskey = call('beginPasskey', {
  access: 'session',
  beforeTotp: true,
  summary: 'Begin to add a passkey; takes the strongest proof that you have',
  description:
    'Your password, and beside it a code with two-step login on, else your PIN where you have one; or a passkey that you have, in place of all that: sent without ' +
    'anything, whoever has one is answered `totp_required` with a `passkey` to ask for. `options` are for `navigator.credentials.create()`; they are good ' +
    'for five minutes.',
  body: Type.Object({ password, ...strongestFactor }),
  replies: { 200: Type.Object({ options: NewPasskeyRequest }) },
  refusals: ['wrong_password', ...strongestFactorRefusals, 'passkey_limit', 'passkeys_unavailable'],
});

export const addPasskey = call('addPasskey', {
  access: 'session',
  beforeTotp: true,
  summary: 'Add the passkey that the browser made',
  description:
    'From then on the password alone does not open the account: a login needs the passkey, or a code. It is told by mail.',
  body: Type.Object({ name, credential: NewPasskey }),
  replies: {
    201: Type.Object({
      msg: Msg,
      passkey: OwnPasskey,
      recoveryCodes: RecoveryCodes,
    }),
  },
  refusals: ['wrong_passkey', 'passkey_limit', 'passkeys_unavailable'],
});

export const renamePasskey = call('renamePasskey', {
  access: 'session',
  beforeTotp: true,
  summary: 'Give a passkey another name',
  params: Id,
  body: Type.Object({ name: Text(60) }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['not_found'],
  requiredMsg: 'Enter a name',
});

export const removePasskey = call('removePasskey', {
  access: 'session',
  beforeTotp: true,
  summary: 'Remove a passkey; takes a passkey, or your password and a code',
  description:
    'Sent without anything it is answered `totp_required` with a `passkey` to ask for. Staff who need a second factor keep their last one.',
  params: Id,
  body: Type.Object(stepUp),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: [
    'not_found',
    'wrong_password',
    'totp_required',
    'wrong_code',
    'last_second_factor',
    'too_many_requests',
  ],
});

export const beginPasskeyLogin = call('beginPasskeyLogin', {
  access: 'public',
  beforeTotp: true,
  summary: 'Begin to log in with a passkey, without a password',
  description: 'The same for everybody: it is the passkey that says whose account is meant.',
  replies: { 200: Type.Object({ options: PasskeyRequest }) },
  refusals: ['passkeys_unavailable'],
});

export const loginWithPasskey = call('loginWithPasskey', {
  access: 'public',
  beforeTotp: true,
  summary: 'Sign in with a passkey',
  description:
    'The passkey makes sure who holds it, so no code is asked. After a change or a reset of the password it opens the account alone again once it was used ' +
    'in `POST /auth/login`, beside the new password: until then `passkey_needs_password`.',
  body: Type.Object({ passkey: PasskeyAnswer }),
  replies: { 200: SignedIn },
  refusals: [
    'wrong_passkey',
    'passkey_copied',
    'passkey_needs_password',
    'passkeys_unavailable',
    'account_suspended',
    'account_closed',
  ],
});
