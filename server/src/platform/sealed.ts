/** Seals what must be read again but must not lie open in the database: AES-256-GCM with a key from the settings. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Seal {
  seal(text: string): Buffer;
  /** Throws when the bytes were changed or sealed with another key. */
  open(sealed: Buffer): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSeal(secret: string): Seal {
  // The setting is a text of any length; the cipher wants 32 bytes.
  const key = createHash('sha256').update(secret).digest();
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}
