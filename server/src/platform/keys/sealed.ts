/**
 * Seals what must be read again but must not lie open in the database: AES-256-GCM. The bytes say by which key, so that another one can
 * take over while what the earlier one sealed is still read.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KEY_ID_BYTES, type Key, type Keyring } from './keyring.ts';

export interface Seal {
  seal(text: string): Buffer;
  /** Throws when the bytes were changed, or sealed with a key that is not known. */
  open(sealed: Buffer): string;
  /** What begins all that the present key has sealed. */
  readonly presentPrefix: Buffer;
}

/** Of before keys had ids: no key id stands in it. */
const VERSION_WITHOUT_ID = 1;
const VERSION = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function decrypt(sealed: Buffer, prefixBytes: number, { bytes }: Key): string {
  const nonceEnd = prefixBytes + NONCE_BYTES;
  const tagEnd = nonceEnd + TAG_BYTES;
  const nonce = sealed.subarray(prefixBytes, nonceEnd);
  const decipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(sealed.subarray(0, prefixBytes)).setAuthTag(sealed.subarray(nonceEnd, tagEnd));
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
}

/** The first key that opens it; the refusal of the last one when none does. */
function decryptByAny(sealed: Buffer, prefixBytes: number, [key, ...others]: readonly Key[]): string {
  if (key === undefined) throw new Error('sealed with a key that is not known');
  try {
    return decrypt(sealed, prefixBytes, key);
  } catch (error) {
    if (others.length === 0) throw error;
    return decryptByAny(sealed, prefixBytes, others);
  }
}

export function createSeal(keys: Keyring): Seal {
  const present = keys.present('sealed columns');
  const presentPrefix = Buffer.concat([Buffer.of(VERSION), present.id]);
  const all = keys.all('sealed columns');
  return {
    presentPrefix,
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', present.bytes, nonce).setAAD(presentPrefix);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([presentPrefix, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const version = sealed[0];
      if (version === VERSION_WITHOUT_ID) {
        const withoutId = all.filter(({ id }) => id === null);
        return decryptByAny(sealed, 1, withoutId);
      }
      if (version !== VERSION) throw new Error(`sealed in the form ${version}, which is not known`);
      const id = sealed.subarray(1, 1 + KEY_ID_BYTES);
      return decryptByAny(
        sealed,
        1 + KEY_ID_BYTES,
        all.filter((key) => key.id?.equals(id) === true),
      );
    },
  };
}
