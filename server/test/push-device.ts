/** A browser's side of Web Push, for tests: it has keys of its own and reads what was sent to it, from the standard (RFC 8291), not from our code. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface PushDevice {
  /** What the browser says to the program that subscribes it. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** `body` in base64. Throws for what was not made for this device. */
  read(body: string): unknown;
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;

export function newPushDevice(endpoint: string): PushDevice {
  const keys = createECDH('prime256v1');
  const publicKey = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    read(body) {
      const bytes = Buffer.from(body, 'base64');
      const salt = bytes.subarray(0, SALT_BYTES);
      const idLength = bytes.readUInt8(SALT_BYTES + 4);
      const sender = bytes.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + idLength);
      const record = bytes.subarray(SALT_BYTES + 5 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(keys.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-TAG_BYTES));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
      // The end of the last record is marked by a 2; zeros may follow.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
    },
  };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
