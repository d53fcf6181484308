/** Beside the password or a session, where somebody could make an account his own: the strongest of what its owner has. */
import { Type } from 'typebox';
import { Passkey } from './passkey.ts';
import { Pin } from './wire.ts';

export const strongestFactor = {
  pin: Pin,
  code: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'With two-step login on, when the PIN is not enough: of the app, or a recovery code',
    }),
  ),
  passkey: Passkey,
};

/** What a call that takes it refuses with; one that takes the password too, with `wrong_password` as well. */
export const strongestFactorRefusals = [
  'pin_required',
  'wrong_pin',
  'totp_required',
  'wrong_code',
  'too_many_requests',
] as const;
