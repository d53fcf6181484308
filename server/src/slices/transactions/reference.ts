/** References: what a receipt is called, by us, by suppliers and on the phone to support. */
import { randomInt } from 'node:crypto';
import { lagosMinuteDigits } from '@jara/contract/lagos-time.ts';

// Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF_LENGTH = 5;
const HALVES = 32 ** HALF_LENGTH;

/** `JR` + day + 10 random characters (50 bits): 18 characters, unique by the database's key. */
export const newReference = (): string =>
  `JR${lagosMinuteDigits(Date.now()).slice(2, 8)}${randomHalf()}${randomHalf()}`;

/** `randomInt` takes from random bytes that it keeps at hand; asking for a few bytes each time costs thirty times as much. */
function randomHalf(): string {
  let number = randomInt(HALVES);
  let text = '';
  for (let place = 0; place < HALF_LENGTH; place += 1) {
    text += alphabet.charAt(number & 31);
    number >>>= 5;
  }
  return text;
}
