/**
 * Web Push: RFC 8030 with messages encrypted by RFC 8291 and signed by RFC 8292, which the library does. The request goes out by the
 * same door as users' webhooks, since the address is a user's word too: https on the public internet, checked at the moment of
 * connecting, and no redirect is followed.
 */
import { createPublicKey } from 'node:crypto';
import webPush from 'web-push';
import type { PostAnswer, WebhookPoster } from '../webhooks/webhooks.ts';
import type { PushAnswer, PushSender, PushSubscription } from './push.ts';

const SECRET_BYTES = 16;

/** The push services of the browsers that there are. A dot before a name: whatever ends so. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

const isOfService = (endpoint: string): boolean => {
  const { hostname, port } = new URL(endpoint);
  return (
    port === '' &&
    services.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
  );
};

/**
 * `contact` is whom a push service may write to: a `mailto:` or `https:` address. `anyService` is for the one that the sandbox plays: else
 * nothing is sent to an address that is of none of the services of browsers, also where it was stored before.
 */
export function createWebPushSender(
  poster: WebhookPoster,
  { contact, anyService }: { contact: string; anyService: boolean },
): PushSender {
  const isAllowed = (endpoint: string): boolean => anyService || isOfService(endpoint);
  return {
    newKeys: () => webPush.generateVAPIDKeys(),
    read({ endpoint, p256dh, auth }) {
      const url = poster.readUrl(endpoint);
      if (url === undefined || url.length > 2_000 || !isAllowed(url)) return { problem: 'endpoint' };
      if (!isPoint(p256dh)) return { problem: 'p256dh' };
      if (bytesOf(auth)?.length !== SECRET_BYTES) return { problem: 'auth' };
      return { endpoint: url, p256dh, auth };
    },
    async send(subscription, { publicKey, privateKey }, { payload, topic, ttlSeconds }) {
      if (!isAllowed(subscription.endpoint))
        return { outcome: 'refused', problem: 'the address is of no push service' };
      const options = {
        vapidDetails: { subject: contact, publicKey, privateKey },
        TTL: ttlSeconds,
        topic,
        // Somebody waits for it.
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      } as const;
      const request = prepare(subscription, payload, options);
      if ('problem' in request) return { outcome: 'refused', problem: request.problem };
      return answerOf(await poster.post(subscription.endpoint, request.headers, request.body));
    },
  };
}

/** What the library cannot encrypt or sign will not be better later. */
function prepare(
  { endpoint, p256dh, auth }: PushSubscription,
  payload: string,
  options: webPush.RequestOptions,
): { headers: Record<string, string>; body: Buffer } | { problem: string } {
  try {
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { headers, body } = webPush.generateRequestDetails(subscription, payload, options);
    return body === null ? { problem: 'nothing was encrypted' } : { headers: sendable(headers), body };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The length is the sender's own business. */
const sendable = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => name !== 'content-length'),
  );

function answerOf(answer: PostAnswer): PushAnswer {
  if (answer.kind === 'problem') return { outcome: 'later', afterSeconds: null };
  const { status, retryAfterSeconds } = answer;
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) return { outcome: 'later', afterSeconds: retryAfterSeconds };
  return { outcome: 'refused', problem: `answered ${status}` };
}

const bytesOf = (text: string): Buffer | undefined =>
  /^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined;

/** An uncompressed point of P-256, and really on the curve: anything else could never be encrypted for. */
function isPoint(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== 65 || bytes[0] !== 4) return false;
  const x = bytes.toString('base64url', 1, 33);
  const y = bytes.toString('base64url', 33);
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}
