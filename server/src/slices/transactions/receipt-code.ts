/**
 * The code of the public check of a receipt: the reference and 128 bits that only we can make from it, so that nobody finds a receipt that
 * was not shown to them and nobody makes one up. It is worked out, not stored: a receipt is as checkable on the day it is made as years
 * later.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_LETTERS = 32;
const CODE = /^([A-Z0-9]{4,40})-([0-9A-F]{32})$/;

function macOf(secretsKey: string, reference: string): string {
  const mac = createHmac('sha256', secretsKey).update(`slip:${reference}`).digest('hex');
  return mac.slice(0, MAC_LETTERS).toUpperCase();
}

export function receiptCode(secretsKey: string, reference: string): string {
  return `${reference}-${macOf(secretsKey, reference)}`;
}

/** The reference of the receipt with this code, in any case; undefined when we did not make the code. */
export function readReceiptCode(secretsKey: string, code: string): string | undefined {
  const [, reference, mac] = CODE.exec(code.trim().toUpperCase()) ?? [];
  if (reference === undefined || mac === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secretsKey, reference)));
  return isOurs ? reference : undefined;
}
