/** References: what a receipt is called, by us, by suppliers and on the phone to support. */
import { randomInt } from 'node:crypto';
import { lagosMinuteDigits } from '@jara/contract/lagos-time.ts';

// Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LENGTH = 10;

/** `JR` + day + 10 random characters (50 bits): 18 characters, unique by the database's key. */
export function newReference(): string {
  let text = `JR${lagosMinuteDigits(Date.now()).slice(2, 8)}`;
  // From random bytes that Node keeps at hand: asking for ten bytes each time costs more than all of this.
  for (let place = 0; place < RANDOM_LENGTH; place += 1) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}
