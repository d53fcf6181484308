/** The list of a msorg-style supplier, newest first and page by page, back to a moment. */
import { kobo } from '@jara/contract/money.ts';
import type { HttpAnswer } from '../http.ts';
import { isObject, nairaIn, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type { ListAnswer, ListedOrder } from './supplier.ts';

/** A site that never comes to an end is not believed. */
const MOST_PAGES = 2_000;
const REFUSED = /^(?:failed|refused|refunded|reversed|unsuccessful|cancelled)$/i;

interface Site {
  get(path: string): Promise<HttpAnswer>;
  paths: Readonly<Record<string, string>>;
  apiKey: string;
}

export async function listSince(site: Site, since: Date): Promise<ListAnswer> {
  const orders: ListedOrder[] = [];
  for (const path of Object.values(site.paths)) {
    const found = await readPages(site, path, since);
    if (typeof found === 'string') return { outcome: 'unknown', problem: `${path}: ${found}` };
    orders.push(...found);
  }
  return { outcome: 'told', orders };
}

/** The orders of one kind, or why they are not known. */
async function readPages({ get, apiKey }: Site, path: string, since: Date): Promise<ListedOrder[] | string> {
  const orders: ListedOrder[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const http = await get(`${path}?page=${page}`);
    if (http.kind !== 'answer') return http.kind;
    const body = parseJson(http.text);
    const rows: unknown = isObject(body) ? body['results'] : body;
    if (http.status !== 200 || !Array.isArray(rows) || !rows.every(isObject))
      return `answered ${http.status}`;
    const read = rows.map((row) => orderOf(row, apiKey));
    orders.push(...read.filter((order): order is ListedOrder => order !== null && !isBefore(order, since)));
    const isOver = read.some((order) => order !== null && isBefore(order, since));
    // A plain list has no pages.
    if (isOver || rows.length === 0 || !isObject(body) || body['next'] === null) return orders;
  }
  return 'it has no end';
}

/** Without a time it may be of any time. */
const isBefore = ({ at }: ListedOrder, since: Date): boolean => at !== null && at < since;

/** Null for what was refused: nothing was delivered for it. */
function orderOf(row: JsonObject, apiKey: string): ListedOrder | null {
  const status = plainWords(row['Status'] ?? row['status'], apiKey);
  if (status !== null && REFUSED.test(status)) return null;
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
  };
}
