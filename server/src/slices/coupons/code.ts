/**
 * Coupon codes: 80 bits as 16 characters of Crockford's base 32, which has no I, L, O or U, so that a code survives being read aloud
 * and copied by hand. A code is found by its SHA-256: at 80 bits there is no list
 * to compare it with. While the coupon is open the code itself is kept, sealed, for its maker.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_BYTES = 10;
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

function spell(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let code = '';
  for (let place = 0; place < (CODE_BYTES * 8) / 5; place += 1) {
    code = alphabet.charAt(Number(bits & 31n)) + code;
    bits >>= 5n;
  }
  return code;
}

export const randomCode = (): string => spell(randomBytes(CODE_BYTES));

/** The code of a request that has an Idempotency-Key: the same for each repetition, so that a lost answer costs no money. */
export function codeOfRequest(codeKey: string, makerId: bigint, idempotencyKey: string): string {
  const hmac = createHmac('sha256', codeKey).update(JSON.stringify([String(makerId), idempotencyKey]));
  return spell(hmac.digest().subarray(0, CODE_BYTES));
}

/** The code as it is stored, from what a person typed; undefined when it can be no code. */
export function readCode(input: string): string | undefined {
  const code = input.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return CODE.test(code) ? code : undefined;
}

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();
