/** References: what a receipt is called, by us, by suppliers and on the phone to support. */
import { randomBytes } from 'node:crypto';
import { lagosMinuteDigits } from '@jara/contract/lagos-time.ts';

// Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** `JR` + day + 10 random characters (50 bits): 18 characters, unique by the database's key. */
export function newReference(): string {
  const random = randomBytes(10);
  let text = `JR${lagosMinuteDigits(Date.now()).slice(2, 8)}`;
  for (const byte of random) text += alphabet.charAt(byte & 31);
  return text;
}
