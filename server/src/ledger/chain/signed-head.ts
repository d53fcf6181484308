/**
 * The head of the chain as it goes into the log, signed by the installation (Ed25519, RFC 8032): who can write where the log is kept makes no
 * head of ours, and who has the public key needs no secret to see that.
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Head } from './seals.ts';

export interface HeadSignature {
  /** In hexadecimal, as the key is. */
  signature: string;
  publicKey: string;
}

/** As it is logged, printed and given to `npm run books -- --head`. */
export const headText = ({ id, digest }: Head): string => `${id}:${digest}`;

/** What is signed says of what it is the head: the same key signs nothing else. */
const signedBytes = (head: Head): Buffer => Buffer.from(`head of the chain of the books ${headText(head)}`);

/** Before the 32 bytes of the key, in PKCS #8 (RFC 8410, section 7). */
const PKCS8_BEGINNING = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (keys: Keyring): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_BEGINNING, keys.present('heads of the chain').bytes]),
    format: 'der',
    type: 'pkcs8',
  });

export function signHead(keys: Keyring, head: Head): HeadSignature {
  const key = privateKeyOf(keys);
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url').toString('hex');
  return { signature: sign(null, signedBytes(head), key).toString('hex'), publicKey };
}

/** False also for what is no key or no signature at all. */
export function isSigned(head: Head, { signature, publicKey }: HeadSignature): boolean {
  try {
    const x = Buffer.from(publicKey, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, signedBytes(head), key, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}
