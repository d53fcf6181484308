/**
 * Squad (squadco.com), hosted checkout: docs/providers/squad.md. All amounts on this wire are kobo.
 * A payment counts only as far as `verify` says: neither the browser's return nor a hook moves money.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { kobo } from '@jara/contract/money.ts';
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type { CardGateway, InitiateAnswer, PaymentRequest, VerifyAnswer } from './cards.ts';

export interface SquadOptions {
  baseUrl: string;
  secretKey: string;
  /** The one before, with which hooks may still be signed. */
  previousSecretKey?: string | null;
  initiateTimeoutMs?: number;
  verifyTimeoutMs?: number;
  connections?: number;
}

const channels = ['card', 'bank', 'ussd', 'transfer'];
const currency = 'NGN';
const MOST_KOBO = 1e15;
const signatureHeader = 'x-squad-encrypted-body';

/**
 * The words of `transaction_status`. An abandoned checkout can still be paid as long as its page is open, and so can one whose
 * first card failed: whoever acts on `failed` must accept a later `paid`.
 */
const statuses: ReadonlyMap<string, 'paid' | 'failed' | 'pending'> = new Map([
  ['success', 'paid'],
  ['failed', 'failed'],
  ['abandoned', 'pending'],
  ['pending', 'pending'],
]);

export function createSquadGateway(options: SquadOptions): CardGateway {
  const { baseUrl, secretKey, initiateTimeoutMs = 15_000, verifyTimeoutMs = 8_000 } = options;
  const hookKeys = keysOf(options);
  const client = createHttpClient({
    baseUrl,
    headers: { authorization: `Bearer ${secretKey}` },
    connections: options.connections ?? 16,
  });

  return {
    name: 'squad',
    async initiate(request) {
      const http = await client.send({
        method: 'POST',
        path: '/transaction/initiate',
        body: initiateBody(request),
        timeoutMs: initiateTimeoutMs,
      });
      return readInitiated(http, request, secretKey);
    },
    async verify(reference) {
      const http = await client.send({
        method: 'GET',
        path: `/transaction/verify/${encodeURIComponent(reference)}`,
        timeoutMs: verifyTimeoutMs,
      });
      return readVerified(http, reference, secretKey);
    },
    referenceInSignedHook({ rawBody, headers }) {
      const body = parseJson(rawBody.toString('utf8'));
      const signature = headers[signatureHeader];
      if (!isObject(body) || typeof signature !== 'string') return null;
      const isOurs = hookKeys.some((key) => isSigned(rawBody, body, signature, key));
      return isOurs ? referenceIn(body) : null;
    },
    close: () => client.close(),
  };
}

function initiateBody({ reference, amountKobo, email, customerName, returnUrl }: PaymentRequest): JsonObject {
  return {
    email,
    amount: Number(amountKobo),
    currency,
    initiate_type: 'inline',
    transaction_ref: reference,
    customer_name: customerName,
    callback_url: returnUrl,
    payment_channels: channels,
    pass_charge: false,
  };
}

function readInitiated(http: HttpAnswer, request: PaymentRequest, secretKey: string): InitiateAnswer {
  const answer = read(http);
  if ('trouble' in answer)
    return answer.certainlyNotSent
      ? { outcome: 'refused', message: 'The card gateway could not be reached' }
      : unknown(answer.trouble);
  const { status, body, payment } = answer;
  if (status === 401 || status === 403)
    return { outcome: 'refused', message: 'The card gateway does not accept our key' };
  const link = payment['checkout_url'];
  if (typeof link === 'string' && (status === 200 || status === 201 || status === 400))
    return readLink(link, payment, request);
  const complaint = complaintIn(body, secretKey);
  if (status !== 400 || complaint === null) return unknown(`status ${status} without a link`);
  // An earlier call with our reference has arrived, though its answer was lost: a payment may be open under it.
  if (/duplicate|already|unique/i.test(complaint)) return unknown('duplicate reference');
  return { outcome: 'refused', message: complaint };
}

/** A link is passed on only when it is a web address and not the one of another payment. */
function readLink(link: string, payment: JsonObject, request: PaymentRequest): InitiateAnswer {
  const { transaction_ref: reference, transaction_amount: amount } = payment;
  if (isPresent(reference) && reference !== request.reference)
    return unknown('the link has another reference');
  if (isPresent(amount) && amount !== Number(request.amountKobo))
    return unknown('the link has another amount');
  const isWebAddress = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  return isWebAddress ? { outcome: 'opened', link } : unknown('the link is not a web address');
}

function readVerified(http: HttpAnswer, reference: string, secretKey: string): VerifyAnswer {
  const answer = read(http);
  if ('trouble' in answer) return unknown(answer.trouble);
  const { status, body, payment } = answer;
  // The documented answer to a reference that the gateway does not know: 400 without a payment.
  if (status === 400 && body !== null && Object.keys(payment).length === 0) return { outcome: 'not_found' };
  if (status !== 200) return unknown(`status ${status}`);
  if (payment['transaction_ref'] !== reference) return unknown('not about our reference');
  const word = payment['transaction_status'];
  const state = typeof word === 'string' ? statuses.get(word.trim().toLowerCase()) : undefined;
  if (state === 'paid') return readPaid(payment);
  if (state === 'pending') return { outcome: 'pending' };
  if (state === undefined) return unknown('unknown status word');
  return { outcome: 'failed', message: plainWords(payment['message'], secretKey) ?? 'The payment failed' };
}

function readPaid(payment: JsonObject): VerifyAnswer {
  const amount = payment['transaction_amount'];
  const paidIn = payment['transaction_currency_id'];
  const gatewayReference = payment['gateway_transaction_ref'];
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || amount > MOST_KOBO)
    return unknown('paid, but the amount is not a number of kobo');
  if (typeof paidIn !== 'string' || !/^[a-z]{3}$/i.test(paidIn))
    return unknown('paid, but the currency is not told');
  return {
    outcome: 'paid',
    amountKobo: kobo(amount),
    currency: paidIn.toUpperCase(),
    providerReference: typeof gatewayReference === 'string' ? gatewayReference : null,
  };
}

type Read =
  | { trouble: string; certainlyNotSent: boolean }
  /** `payment` is the `data` of the answer, empty when there is none. */
  | { status: number; body: JsonObject | null; payment: JsonObject };

function read(http: HttpAnswer): Read {
  if (http.kind === 'timeout') return { trouble: 'timeout', certainlyNotSent: false };
  if (http.kind === 'connection') return { trouble: 'connection', certainlyNotSent: http.certainlyNotSent };
  if (http.kind === 'too_large') return { trouble: 'unreadable', certainlyNotSent: false };
  if (http.status >= 500) return { trouble: `status ${http.status}`, certainlyNotSent: false };
  const parsed = parseJson(http.text);
  const body = isObject(parsed) ? parsed : null;
  const data = body?.['data'];
  return { status: http.status, body, payment: isObject(data) ? data : {} };
}

/** `errors` lists complaints by field; other refusals say it in `message`. */
function complaintIn(body: JsonObject | null, secretKey: string): string | null {
  const errors = body?.['errors'];
  const byField = isObject(errors)
    ? Object.values(errors)
        .flat()
        .filter((text) => typeof text === 'string')
    : [];
  return plainWords(byField.join(' '), secretKey) ?? plainWords(body?.['message'], secretKey);
}

const keysOf = ({ secretKey, previousSecretKey }: SquadOptions): string[] =>
  [secretKey, previousSecretKey].filter((key) => typeof key === 'string');

/** The documentation signs the body as it was sent in some of its samples, and parsed and written again in others. */
function isSigned(rawBody: Buffer, body: JsonObject, signature: string, secretKey: string): boolean {
  if (!/^[\da-f]{128}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const matches = (text: Buffer | string): boolean =>
    timingSafeEqual(createHmac('sha512', secretKey).update(text).digest(), given);
  return matches(rawBody) || matches(JSON.stringify(body));
}

function referenceIn(body: JsonObject): string | null {
  const inner = isObject(body['Body']) ? body['Body']['transaction_ref'] : undefined;
  const outer = body['TransactionRef'];
  if (isPresent(inner) && isPresent(outer) && inner !== outer) return null;
  const reference = isPresent(outer) ? outer : inner;
  return typeof reference === 'string' && /^[\w.-]{1,100}$/.test(reference) ? reference : null;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function unknown(reason: string): { outcome: 'unknown'; reason: string } {
  return { outcome: 'unknown', reason };
}
