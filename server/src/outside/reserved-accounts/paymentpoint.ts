/**
 * PaymentPoint (paymentpoint.co), reserved accounts at PalmPay: docs/providers/paymentpoint.md. Amounts on this wire are naira. There is
 * no call that tells about a transfer, so its signed hook is believed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseNaira, type Kobo } from '@jara/contract/money.ts';
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type {
  AccountRequest,
  HookReading,
  OpenAnswer,
  ReservedAccountProvider,
} from './reserved-accounts.ts';

export interface PaymentPointOptions {
  baseUrl: string;
  secretKey: string;
  /** The one before, with which hooks may still be signed. */
  previousSecretKey?: string | null;
  apiKey: string;
  businessId: string;
  timeoutMs?: number;
  connections?: number;
}

const PALMPAY_CODE = '20946';
const signatureHeader = 'paymentpoint-signature';
const ACCOUNT_NUMBER = /^\d{10}$/;
const PROVIDER_REFERENCE = /^[\w.:/-]{1,120}$/;

export function createPaymentPoint(options: PaymentPointOptions): ReservedAccountProvider {
  const { baseUrl, secretKey, apiKey, businessId, timeoutMs = 15_000, connections = 8 } = options;
  const client = createHttpClient({
    baseUrl,
    headers: { authorization: `Bearer ${secretKey}`, 'api-key': apiKey },
    connections,
  });
  return {
    name: 'paymentpoint',
    bank: 'palmpay',
    async open(request) {
      const body = openBody(request, businessId);
      const http = await client.send({ method: 'POST', path: '/createVirtualAccount', body, timeoutMs });
      return readOpened(http, secretKey);
    },
    isSigned({ rawBody, headers }) {
      const signature = headers[signatureHeader];
      if (typeof signature !== 'string' || !/^[\da-f]{64}$/i.test(signature)) return false;
      const given = Buffer.from(signature, 'hex');
      return [secretKey, options.previousSecretKey]
        .filter((key) => typeof key === 'string')
        .some((key) => timingSafeEqual(createHmac('sha256', key).update(rawBody).digest(), given));
    },
    readHook: (body) => readHook(body, secretKey),
    close: () => client.close(),
  };
}

function openBody({ reference, name, email, phone }: AccountRequest, businessId: string): JsonObject {
  return { email, name, phoneNumber: phone, bankCode: [PALMPAY_CODE], businessId, reference };
}

function readOpened(http: HttpAnswer, secretKey: string): OpenAnswer {
  if (http.kind === 'connection' && http.certainlyNotSent)
    return { outcome: 'refused', message: 'The bank could not be reached' };
  if (http.kind !== 'answer') return { outcome: 'unknown', reason: http.kind };
  const { status } = http;
  if (status === 401 || status === 403)
    return { outcome: 'refused', message: 'The bank does not accept our key' };
  const body = parseJson(http.text);
  if (!isObject(body)) return { outcome: 'unknown', reason: `status ${status}, not JSON` };
  const account = accountIn(body);
  if (status < 300 && body['status'] === 'success' && account !== undefined) return account;
  const complaint = plainWords(body['message'], secretKey);
  if (status >= 400 && status < 500 && status !== 408 && status !== 429 && complaint !== null) {
    return { outcome: 'refused', message: complaint };
  }
  return { outcome: 'unknown', reason: `status ${status} without an account` };
}

function accountIn(body: JsonObject): OpenAnswer | undefined {
  const list: readonly unknown[] = Array.isArray(body['bankAccounts']) ? body['bankAccounts'] : [];
  for (const account of list) {
    if (!isObject(account)) continue;
    const { bankCode, accountNumber, accountName, Reserved_Account_Id: id } = account;
    if (bankCode !== undefined && bankCode !== PALMPAY_CODE) continue;
    if (typeof accountNumber !== 'string' || !ACCOUNT_NUMBER.test(accountNumber)) continue;
    return {
      outcome: 'opened',
      accountNumber,
      accountName: plainWords(accountName, accountNumber) ?? '',
      providerReference: typeof id === 'string' ? id : null,
    };
  }
  return undefined;
}

function readHook(text: string, secretKey: string): HookReading {
  const body = parseJson(text);
  if (!isObject(body)) return other('not JSON');
  const { notification_status: event, transaction_status: state, transaction_id: id } = body;
  if (event !== 'payment_successful' || state !== 'success') return other(`${word(event)}, ${word(state)}`);
  const receiver = isObject(body['receiver']) ? body['receiver'] : {};
  const accountNumber = receiver['account_number'];
  const paidKobo = readAmount(body['amount_paid']);
  if (typeof id !== 'string' || !PROVIDER_REFERENCE.test(id)) return other('a transfer without an id');
  if (typeof accountNumber !== 'string' || !ACCOUNT_NUMBER.test(accountNumber))
    return other(`transfer ${id} without an account number`);
  if (paidKobo === undefined) return other(`transfer ${id} without an amount`);
  const sender = isObject(body['sender']) ? plainWords(body['sender']['name'], secretKey) : null;
  return { outcome: 'transfer', transfer: { providerReference: id, accountNumber, paidKobo, sender } };
}

function readAmount(value: unknown): Kobo | undefined {
  const amountKobo = parseNaira(value);
  return amountKobo !== undefined && amountKobo > 0n ? amountKobo : undefined;
}

const word = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : 'no status');

const other = (reason: string): HookReading => ({ outcome: 'other', reason });
