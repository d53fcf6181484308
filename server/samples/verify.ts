import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Record<string, string | string[] | undefined>;

/** Gives the message when it is genuine, else throws. `body`: the text as it came, before parsing. */
export function verify(secret: string, headers: Headers, body: string): unknown {
  // Node writes webhook-id; what stands before it, such as a gateway, may write Webhook-Id.
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const id = String(named.get('webhook-id'));
  const timestamp = String(named.get('webhook-timestamp'));
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds < 300)) throw new Error('too old');

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // There may be several, parted by blanks, while a secret is replaced.
  const isGenuine = String(named.get('webhook-signature'))
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
  if (!isGenuine) throw new Error('not genuine');
  return JSON.parse(body);
}
