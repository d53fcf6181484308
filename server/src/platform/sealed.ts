/**
 * Seals what must be read again but must not lie open in the database: AES-256-GCM with a key from the settings. The first byte says
 * which key it was, so that a second key can take over while what the first one sealed is still read.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Seal {
  seal(text: string): Buffer;
  /** Throws when the bytes were changed or sealed with another key. */
  open(sealed: Buffer): string;
}

/** Of the one key that there is: SECRETS_KEY. */
const KEY_VERSION = 1;
const VERSION_BYTES = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_END = VERSION_BYTES + NONCE_BYTES;
const TAG_END = NONCE_END + TAG_BYTES;

export function createSeal(secret: string): Seal {
  // The setting is a text of any length; the cipher wants 32 bytes.
  const key = createHash('sha256').update(secret).digest();
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const version = Buffer.of(KEY_VERSION);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(version);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([version, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const version = sealed.subarray(0, VERSION_BYTES);
      if (version[0] !== KEY_VERSION) throw new Error(`sealed with key ${version[0]}, which is not known`);
      const nonce = sealed.subarray(VERSION_BYTES, NONCE_END);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(version).setAuthTag(sealed.subarray(NONCE_END, TAG_END));
      return Buffer.concat([decipher.update(sealed.subarray(TAG_END)), decipher.final()]).toString('utf8');
    },
  };
}
