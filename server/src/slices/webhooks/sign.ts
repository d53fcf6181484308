/** Signatures of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, secrets written as `whsec_` and base64. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export interface Signed {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** The three headers of a message. `at` is the moment of sending: receivers refuse old ones. */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Signed {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
