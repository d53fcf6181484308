/**
 * The keys of the installation. Each secret of the settings gives one key for each purpose (HKDF, RFC 5869), so that what one key made says
 * nothing about another. The present secret makes everything new; what earlier secrets made is still read, and says by a key id which
 * key that was.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual, type Hmac } from 'node:crypto';

const hashed = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const asItIs = (secret: string): Buffer => Buffer.from(secret);

/** What each purpose took from the secret before each had a key of its own. What was made so has no key id. */
const before = {
  'sealed columns': hashed,
  PINs: hashed,
  devices: asItIs,
  'recovery codes': asItIs,
  'phone codes': asItIs,
  receipts: asItIs,
  // Younger than that: nothing was made so.
  'signed requests': hashed,
  'login codes': hashed,
  'heads of the chain': hashed,
  'addresses of programs': hashed,
} as const;
export type KeyPurpose = keyof typeof before;

export const KEY_ID_BYTES = 4;
const KEY_BYTES = 32;
const MAC_BYTES = 32;

export interface Key {
  /** Null for the form of before keys had ids. */
  id: Buffer | null;
  bytes: Buffer;
}

export interface Keyring {
  /** What makes everything new. */
  present(purpose: KeyPurpose): Key & { id: Buffer };
  /** All that may have made what is read, the present one first. */
  all(purpose: KeyPurpose): readonly Key[];
}

function keysOf(secret: string, purpose: KeyPurpose): [Key & { id: Buffer }, Key] {
  const derive = (info: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `jara ${info}`, bytes));
  return [
    { id: derive(`key id of ${purpose}`, KEY_ID_BYTES), bytes: derive(purpose, KEY_BYTES) },
    { id: null, bytes: before[purpose](secret) },
  ];
}

/** `earlier` secrets read only. */
export function createKeyring(secret: string, earlier: readonly string[] = []): Keyring {
  const rings = new Map<KeyPurpose, { present: Key & { id: Buffer }; all: readonly Key[] }>();
  const ring = (purpose: KeyPurpose) => {
    const known = rings.get(purpose);
    if (known !== undefined) return known;
    const [present, old] = keysOf(secret, purpose);
    const made = { present, all: [present, old, ...earlier.flatMap((one) => keysOf(one, purpose))] };
    rings.set(purpose, made);
    return made;
  };
  return {
    present: (purpose) => ring(purpose).present,
    all: (purpose) => ring(purpose).all,
  };
}

const hmacOf = ({ bytes }: Key, text: string): Hmac => createHmac('sha256', bytes).update(text);
const hmac = (key: Key, text: string): Buffer => hmacOf(key, text).digest();

/** HMAC-SHA-256 by the present key. */
export const macOf = (keys: Keyring, purpose: KeyPurpose, text: string): Buffer =>
  hmac(keys.present(purpose), text);

/** The same in hexadecimal, which costs half of what a buffer does. */
export const macHexOf = (keys: Keyring, purpose: KeyPurpose, text: string): string =>
  hmacOf(keys.present(purpose), text).digest('hex');

/** As `macOf`, by every key that may have made it, the present one first. */
export const macsOf = (keys: Keyring, purpose: KeyPurpose, text: string): Buffer[] =>
  keys.all(purpose).map((key) => hmac(key, text));

const isBeginning = (mac: Buffer, given: Buffer): boolean =>
  timingSafeEqual(mac.subarray(0, given.length), given);

/** Whether any of the keys made this of the text, or its first `bytes`. What is shorter or longer is not. */
export const isMacOf = (
  keys: Keyring,
  purpose: KeyPurpose,
  text: string,
  given: Buffer,
  bytes = MAC_BYTES,
): boolean => given.length === bytes && keys.all(purpose).some((key) => isBeginning(hmac(key, text), given));
