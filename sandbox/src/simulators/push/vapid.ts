/** Who sends: a signed word that only the holder of a private key can give, made for this push service and for a day at most (RFC 8292). */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const LONGEST_SECONDS = 24 * 60 * 60;

/** The sender's public key in base64url, or nothing when the word is not right. */
export function senderOf(authorization: string | undefined, origin: string): string | undefined {
  const [, token = '', sender = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const key = publicKeyOf(sender);
  if (key === undefined) return undefined;
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isSigned && isForUs(claims, origin) ? sender : undefined;
}

function publicKeyOf(sender: string): KeyObject | undefined {
  const bytes = Buffer.from(sender, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return undefined;
  const x = bytes.toString('base64url', 1, 33);
  const y = bytes.toString('base64url', 33);
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function isForUs(claims: string, origin: string): boolean {
  // Its signature is right, so a program wrote it; each field is looked at all the same.
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >;
  const secondsLeft = typeof exp === 'number' ? exp - Date.now() / 1_000 : 0;
  const isFromSomebody = typeof sub === 'string' && /^(mailto:.|https:\/\/.)/.test(sub);
  return aud === origin && secondsLeft > 0 && secondsLeft <= LONGEST_SECONDS && isFromSomebody;
}
