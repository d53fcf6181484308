/**
 * The code of the public check of a receipt: the reference and 128 bits that only we can make from it, so that nobody finds a receipt that
 * was not shown to them and nobody makes one up. It is worked out, not stored: a receipt is as checkable on the day it is made as years
 * later.
 */
import { isMacOf, macHexOf, type Keyring } from '../../platform/keys/keyring.ts';

const MAC_BYTES = 16;
const CODE = /^([A-Z0-9]{4,40})-([0-9A-F]{32})$/;

const about = (reference: string): string => `slip:${reference}`;

export function receiptCode(keys: Keyring, reference: string): string {
  const mac = macHexOf(keys, 'receipts', about(reference)).slice(0, 2 * MAC_BYTES);
  return `${reference}-${mac.toUpperCase()}`;
}

/** The reference of the receipt with this code, in any case; undefined when we did not make the code. */
export function readReceiptCode(keys: Keyring, code: string): string | undefined {
  const [, reference, mac] = CODE.exec(code.trim().toUpperCase()) ?? [];
  if (reference === undefined || mac === undefined) return undefined;
  const isOurs = isMacOf(keys, 'receipts', about(reference), Buffer.from(mac, 'hex'), MAC_BYTES);
  return isOurs ? reference : undefined;
}
