/**
 * Posts a message to an address that a user gave, if it may still be stored. Every address that its name resolves to is checked at the moment of connecting, and the
 * connection goes to the very address that was checked: a name that changes in between leads nowhere else. Redirects are not followed.
 */
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress, readWebhookUrl } from './public-address.ts';
import type { WebhookPoster } from './webhooks.ts';

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
const LARGEST_ANSWER_BYTES = 4_096;
const INSIDE = 'The address is not on the public internet';

class InsideAddress extends Error {
  override name = 'InsideAddress';
}

const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address))) {
      return done(new InsideAddress(INSIDE), '', 0);
    }
    if (options.all === true) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

interface Settings {
  allowInside: boolean;
  /** Of the program and the sandbox: no user may have them called, whatever else of the inside is allowed. */
  ownPorts: readonly number[];
}

export function createWebhookPoster({ allowInside, ownPorts }: Settings): WebhookPoster {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(allowInside ? {} : { lookup: lookupPublic }) },
    maxResponseSize: LARGEST_ANSWER_BYTES,
  });
  return {
    readUrl: (input) => readWebhookUrl(input, allowInside, ownPorts)?.href,
    async post(url, headers, body) {
      // It may have been stored while the inside was allowed, or before the port was ours; and a literal address is never looked up.
      if (readWebhookUrl(url, allowInside, ownPorts) === undefined)
        return { kind: 'problem', problem: INSIDE };
      try {
        const response = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'jara-webhooks', ...headers },
          body,
          dispatcher: agent,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const text = await response.body.text().catch(() => '');
        const { 'retry-after': retryAfter } = response.headers;
        return {
          kind: 'answer',
          status: response.statusCode,
          text,
          retryAfterSeconds: secondsOf(retryAfter),
        };
      } catch (error) {
        return { kind: 'problem', problem: problemOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** Null for a date, which hardly anybody sends, as for anything else. */
const secondsOf = (text: string | string[] | undefined): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Says no more than the receiver's owner may know: nothing about our own network. */
function problemOf(error: unknown): string {
  if (error instanceof InsideAddress) return error.message;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name.includes('Timeout')))
    return 'No answer in time';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the server is not known';
  if (code === 'ECONNREFUSED') return 'The server refused the connection';
  if (code.startsWith('ERR_TLS') || code.includes('CERT'))
    return 'The certificate of the server is not valid';
  return 'The connection broke';
}
