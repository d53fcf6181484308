/** `GET /payout/list` of Squad: docs/providers/squad.md. A row has no time, and a page does not say whether there is another one. */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import type { HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type { ListedPayout, PayoutPage } from './banks.ts';

const PAGE_SIZE = 50;

export const listPath = (page: number): string => `/payout/list?page=${page}&perPage=${PAGE_SIZE}&dir=DESC`;

export interface PayoutListReading {
  /** Ours begin with it. */
  prefix: string;
  meaningOf(word: string): ListedPayout['says'];
  secretKey: string;
}

export function readPayoutPage(http: HttpAnswer, reading: PayoutListReading): PayoutPage {
  if (http.kind !== 'answer') return { outcome: 'unknown', problem: http.kind };
  const body = parseJson(http.text);
  const rows: unknown = isObject(body) ? body['data'] : undefined;
  if (http.status !== 200 || !Array.isArray(rows) || !rows.every(isObject))
    return { outcome: 'unknown', problem: `answered ${http.status}` };
  const payouts = rows.map((row) => payoutOf(row, reading));
  // Whatever it is of, it may be a payout of ours that nobody can name.
  return payouts.every((payout) => payout !== null)
    ? { outcome: 'told', rows: payouts, isLast: payouts.length === 0 }
    : { outcome: 'unknown', problem: 'a payout without a reference' };
}

function payoutOf(row: JsonObject, { prefix, meaningOf, secretKey }: PayoutListReading): ListedPayout | null {
  const reference = plainWords(row['transaction_reference'], secretKey);
  if (reference === null) return null;
  const words = plainWords(row['transaction_status'], secretKey);
  return {
    reference: reference.startsWith(prefix) ? reference.slice(prefix.length) : reference,
    amountKobo: amountIn(row['amount_debited']),
    accountNumber: plainWords(row['account_number_credited'], secretKey),
    accountName: plainWords(row['recipient'], secretKey),
    says: words === null ? 'unknown' : meaningOf(words),
    words,
  };
}

/** Kobo as text, as everywhere in these calls. */
const amountIn = (value: unknown): Kobo | null =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? kobo(BigInt(value)) : null;
