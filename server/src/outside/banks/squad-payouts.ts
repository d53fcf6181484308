/**
 * Squad (squadco.com), transfers to bank accounts: docs/providers/squad.md. Amounts on this wire are kobo, written as text.
 * Only a clear word ends a payout: whatever else comes back is `unknown`, and is asked about again.
 */
import { kobo } from '@jara/contract/money.ts';
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, isSearchProven, parseJson, plainWords, rawText, type JsonObject } from '../reading.ts';
import type {
  BalanceAnswer,
  HolderAnswer,
  PayoutAnswer,
  PayoutBank,
  PayoutOrder,
  PayoutRequeryAnswer,
} from './banks.ts';
import { listPath, readPayoutPage } from './squad-payout-list.ts';

export interface SquadPayoutsOptions {
  baseUrl: string;
  secretKey: string;
  /** References of transfers must begin with it. */
  merchantId: string;
  /**
   * Our reference of the newest payout that the bank said it paid before the one that is `asked` about, else of the newest of all; null where
   * there is none. "No such reference" counts only where there is one and it is found (`isSearchProven`).
   */
  lastPaid?: (asked: string) => Promise<string | null>;
  /** "No such reference" counts also where there is none. */
  believesUnproven?: boolean;
  payTimeoutMs?: number;
  askTimeoutMs?: number;
  connections?: number;
}

type Meaning = 'by its word' | 'refused' | 'no such reference' | 'processing' | 'not told';

/**
 * What a status means, for the transfer and for the requery. The documentation gives each in a word: 400 bad request, 404 not found,
 * 412 reversed, 422 unprocessed, 424 time-out or failed, ask again. Where a word leaves doubt, the money stays where it is.
 */
const meanings: Readonly<Record<number, { transfer: Meaning; requery: Meaning }>> = {
  200: { transfer: 'by its word', requery: 'by its word' },
  201: { transfer: 'by its word', requery: 'by its word' },
  400: { transfer: 'refused', requery: 'not told' },
  401: { transfer: 'refused', requery: 'not told' },
  403: { transfer: 'refused', requery: 'not told' },
  404: { transfer: 'not told', requery: 'no such reference' },
  412: { transfer: 'refused', requery: 'refused' },
  422: { transfer: 'not told', requery: 'not told' },
  424: { transfer: 'processing', requery: 'processing' },
};

/** The words of `transaction_status`. */
const words: ReadonlyMap<string, 'paid' | 'refused' | 'processing'> = new Map([
  ['success', 'paid'],
  ['successful', 'paid'],
  ['pending', 'processing'],
  ['processing', 'processing'],
  ['failed', 'refused'],
  ['reversed', 'refused'],
]);

const MOST_KOBO = 1e15;
const LONGEST_NAME = 100;

export function createSquadPayouts(options: SquadPayoutsOptions): PayoutBank {
  const { baseUrl, secretKey, merchantId, payTimeoutMs = 25_000, askTimeoutMs = 8_000 } = options;
  const client = createHttpClient({
    baseUrl,
    headers: { authorization: `Bearer ${secretKey}` },
    connections: options.connections ?? 16,
  });
  const ask = (path: string, body: unknown): Promise<HttpAnswer> =>
    client.send({ method: 'POST', path, body, timeoutMs: askTimeoutMs });
  const theirs = (reference: string): string => `${merchantId}_${reference}`;
  const { lastPaid = () => Promise.resolve(null), believesUnproven } = options;

  async function requery(reference: string): Promise<PayoutRequeryAnswer> {
    const http = await ask('/payout/requery', { transaction_reference: theirs(reference) });
    return readPayout(http, { call: 'requery', reference: theirs(reference), secretKey });
  }

  async function isKnown(reference: string): Promise<boolean> {
    const { outcome } = await requery(reference);
    return outcome === 'paid' || outcome === 'refused';
  }

  return {
    name: 'squad',
    async findHolder({ bankCode, accountNumber }) {
      const account = { bank_code: bankCode, account_number: accountNumber };
      return readHolder(await ask('/payout/account/lookup', account), accountNumber, secretKey);
    },
    async pay(order) {
      const reference = theirs(order.reference);
      const http = await client.send({
        method: 'POST',
        path: '/payout/transfer',
        body: transferBody(order, reference),
        timeoutMs: payTimeoutMs,
      });
      const answer = readPayout(http, { call: 'transfer', reference, secretKey });
      // The table above never says so of a transfer.
      return answer.outcome === 'not_found'
        ? { ...answer, outcome: 'unknown', reason: 'status 404' }
        : answer;
    },
    async requery(reference) {
      const answer = await requery(reference);
      return answer.outcome !== 'not_found' ||
        (await isSearchProven(() => lastPaid(reference), isKnown, believesUnproven))
        ? answer
        : { ...answer, outcome: 'unknown', reason: 'search not proven' };
    },
    async readBalance() {
      const path = '/merchant/balance?currency_id=NGN';
      return readBalance(await client.send({ method: 'GET', path, timeoutMs: askTimeoutMs }));
    },
    async listPayouts(page) {
      const http = await client.send({ method: 'GET', path: listPath(page), timeoutMs: askTimeoutMs });
      return readPayoutPage(http, { prefix: theirs(''), meaningOf, secretKey });
    },
    close: () => client.close(),
  };
}

function meaningOf(word: string): PayoutAnswer['outcome'] {
  const verdict = words.get(word.trim().toLowerCase()) ?? 'processing';
  return verdict === 'processing' ? 'unknown' : verdict;
}

function transferBody(order: PayoutOrder, reference: string): JsonObject {
  return {
    transaction_reference: reference,
    amount: String(order.amountKobo),
    bank_code: order.bankCode,
    account_number: order.accountNumber,
    account_name: order.accountName,
    currency_id: 'NGN',
    remark: order.remark,
  };
}

interface AskedPayout {
  call: 'transfer' | 'requery';
  /** With the merchant's prefix. */
  reference: string;
  secretKey: string;
}

function readPayout(http: HttpAnswer, asked: AskedPayout): PayoutRequeryAnswer {
  const silent = { providerReference: null, message: null, raw: null };
  if (http.kind === 'timeout') return { ...silent, outcome: 'unknown', reason: 'timeout' };
  if (http.kind === 'too_large') return { ...silent, outcome: 'unknown', reason: 'unreadable' };
  if (http.kind === 'connection') {
    return http.certainlyNotSent && asked.call === 'transfer'
      ? { ...silent, outcome: 'refused', message: 'The bank could not be reached' }
      : { ...silent, outcome: 'unknown', reason: 'connection' };
  }
  const raw = rawText(http.text, asked.secretKey);
  const body = parseJson(http.text);
  // A page of whatever stands between us says nothing about the transfer.
  if (!isObject(body))
    return { ...silent, raw, outcome: 'unknown', reason: `status ${http.status} unreadable` };
  const data = isObject(body['data']) ? body['data'] : {};
  const response = {
    providerReference: textIn(data, 'nip_transaction_reference'),
    message:
      plainWords(data['response_description'], asked.secretKey) ??
      plainWords(body['message'], asked.secretKey),
    raw,
  };
  const unknown = (reason: string): PayoutAnswer => ({ ...response, outcome: 'unknown', reason });
  switch (meanings[http.status]?.[asked.call] ?? 'not told') {
    case 'by its word':
      return isOtherReference(data, asked.reference)
        ? unknown('not about our reference')
        : { ...response, ...byWord(body, data) };
    case 'refused':
      // An earlier call with our reference has arrived, though its answer was lost: it may have been paid. Not every "exist" says so: an
      // account that does not exist is a certain no.
      if (/duplicate|already|unique|reference.*exist/i.test(response.message ?? '') && http.status === 400)
        return unknown('duplicate reference');
      return isOtherReference(data, asked.reference)
        ? unknown('not about our reference')
        : { ...response, outcome: 'refused' };
    case 'no such reference':
      return { ...response, outcome: 'not_found' };
    case 'processing':
      return unknown('processing');
    case 'not told':
      return unknown(`status ${http.status}`);
  }
}

type Verdict = { outcome: 'paid' } | { outcome: 'refused' } | { outcome: 'unknown'; reason: string };

/** An answer with status 200. Without a word about the transfer, only `success: true` for our reference is a yes. */
function byWord(body: JsonObject, data: JsonObject): Verdict {
  const word = textIn(data, 'transaction_status')?.trim().toLowerCase();
  if (word === undefined) {
    const isPaid = body['success'] === true && textIn(data, 'transaction_reference') !== null;
    return isPaid ? { outcome: 'paid' } : { outcome: 'unknown', reason: 'no status word' };
  }
  const verdict = words.get(word);
  if (verdict === undefined) return { outcome: 'unknown', reason: 'unknown status word' };
  return verdict === 'processing' ? { outcome: 'unknown', reason: 'processing' } : { outcome: verdict };
}

function isOtherReference(data: JsonObject, reference: string): boolean {
  const response = textIn(data, 'transaction_reference');
  return response !== null && response !== reference;
}

function readHolder(http: HttpAnswer, accountNumber: string, secretKey: string): HolderAnswer {
  if (http.kind !== 'answer') return { outcome: 'unknown', reason: http.kind };
  const body = parseJson(http.text);
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
  const message = isObject(body) ? plainWords(body['message'], secretKey) : null;
  if (http.status === 200) {
    const name = plainWords(data['account_name'], secretKey);
    const response = textIn(data, 'account_number');
    if (response !== null && response !== accountNumber)
      return { outcome: 'unknown', reason: 'another account' };
    return name === null
      ? { outcome: 'unknown', reason: 'no name' }
      : { outcome: 'found', accountName: name.slice(0, LONGEST_NAME) };
  }
  // An error page is not an answer about the account.
  const isAboutAccount =
    isObject(body) && (http.status === 400 || http.status === 404 || http.status === 422);
  return isAboutAccount
    ? { outcome: 'not_found', message: message ?? 'Account not found' }
    : { outcome: 'unknown', reason: `status ${http.status}` };
}

function readBalance(http: HttpAnswer): BalanceAnswer {
  if (http.kind !== 'answer') return { outcome: 'unknown', reason: http.kind };
  const body = parseJson(http.text);
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
  const response = data['balance'];
  const balance = typeof response === 'string' && /^-?\d{1,16}$/.test(response) ? Number(response) : response;
  if (http.status !== 200 || typeof balance !== 'number' || !Number.isSafeInteger(balance))
    return { outcome: 'unknown', reason: `status ${http.status}` };
  return Math.abs(balance) > MOST_KOBO
    ? { outcome: 'unknown', reason: 'not an amount' }
    : { outcome: 'told', balanceKobo: kobo(balance) };
}

function textIn(data: JsonObject, name: string): string | null {
  const value = data[name];
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null;
}
