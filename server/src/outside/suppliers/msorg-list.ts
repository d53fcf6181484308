/** One page of the list of a msorg-style supplier. */
import { kobo } from '@jara/contract/money.ts';
import type { HttpAnswer } from '../http.ts';
import { isObject, nairaIn, parseJson, plainWords, type JsonObject } from '../reading.ts';
import { judgeRow } from './msorg-answers.ts';
import type { ListedOrder, OrderPage } from './supplier.ts';

/** As many as are wished for; a site may have a size of its own. A page of them stays well below the largest answer that is read. */
const PAGE_SIZE = 50;
const REFUSED = /^(?:failed|refused|refunded|reversed|unsuccessful|cancelled)$/i;

export const pagePath = (base: string, page: number): string => `${base}?page=${page}&page_size=${PAGE_SIZE}`;

export function readPage(http: HttpAnswer, apiKey: string): OrderPage {
  if (http.kind !== 'answer') return { outcome: 'unknown', problem: http.kind };
  const body = parseJson(http.text);
  const rows: unknown = isObject(body) ? body['results'] : body;
  if (http.status !== 200 || !Array.isArray(rows) || !rows.every(isObject))
    return { outcome: 'unknown', problem: `answered ${http.status}` };
  // A plain list has no pages.
  const isLast = rows.length === 0 || !isObject(body) || body['next'] === null;
  return { outcome: 'told', rows: rows.map((row) => orderOf(row, apiKey)), isLast };
}

function orderOf(row: JsonObject, apiKey: string): ListedOrder {
  const status = plainWords(row['Status'] ?? row['status'], apiKey);
  const amount = nairaIn(row['paid_amount'] ?? row['plan_amount'] ?? row['amount']);
  const at = new Date(typeof row['create_date'] === 'string' ? row['create_date'] : Number.NaN);
  const id: unknown = row['id'];
  return {
    reference: plainWords(row['ident'], apiKey),
    supplierId: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
    recipient: plainWords(row['mobile_number'] ?? row['meter_number'], apiKey),
    amountKobo: amount === null ? null : kobo(amount),
    at: Number.isNaN(at.getTime()) ? null : at,
    words:
      [status, plainWords(row['api_response'], apiKey)].filter((part) => part !== null).join(': ') || null,
    isRefused: status !== null && REFUSED.test(status),
    about: (order) => judgeRow(row, order, apiKey).answer,
  };
}
