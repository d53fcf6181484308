/** Beside the password or a session, where somebody could make an account his own: one of what its owner has. */
import { Type } from 'typebox';
import { Passkey } from './passkey.ts';
import { Pin } from './wire.ts';

export const strongestFactor = {
  pin: Pin,
  code: Type.Optional(Type.String({ maxLength: 40, description: 'Of two-step login, in place of the PIN' })),
  passkey: Passkey,
};
