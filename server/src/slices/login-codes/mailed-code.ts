/** Digits that go by mail, and the only form in which they are stored: by a key that the database does not have. */
import { randomInt } from 'node:crypto';
import { isMacOf, macOf, type Keyring } from '../../platform/keys/keyring.ts';

export const MOST_TRIES = 5;
/** On record, of a code that is right and of one that is refused. */
export const mailedCodeFactor = 'email_code';

export const newCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** `parts` say whose code it is, and for what: the same digits are another code elsewhere. */
const textOf = (parts: readonly string[], typed: string): string =>
  JSON.stringify([...parts, typed.replaceAll(/\D/g, '')]);

export const hashCode = (keys: Keyring, parts: readonly string[], code: string): Buffer =>
  macOf(keys, 'login codes', textOf(parts, code));

export const isCode = (keys: Keyring, parts: readonly string[], typed: string, hash: Buffer): boolean =>
  isMacOf(keys, 'login codes', textOf(parts, typed), hash);
