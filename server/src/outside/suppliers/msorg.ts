/**
 * Suppliers with the contract of the "msorg" family (GLAD, ALARO and their siblings): docs/providers/msorg.md.
 * One order is sent once. What became of it is asked by the supplier's id where one is known, else by our reference in its list.
 */
import type { MeterCompany, MeterType, Network } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, isSearchProven, parseJson, type JsonObject } from '../reading.ts';
import { judge, judgeRow, type Expected, type Verdict } from './msorg-answers.ts';
import { pagePath, readPage } from './msorg-list.ts';
import { readMeter, readWalletBalance } from './msorg-questions.ts';
import type {
  DeliveredOrder,
  Meter,
  OrderKind,
  RequeryAnswer,
  SentOrder,
  Supplier,
  SupplierAnswer,
  SupplierOrder,
} from './supplier.ts';

export interface MsorgOptions {
  name: string;
  baseUrl: string;
  apiKey: string;
  /** Sites number the networks differently, and some number them differently for airtime. */
  networkIds: { data: Record<Network, number>; airtime: Record<Network, number> };
  /** What the site calls the companies and the types of meter: numbers or words. */
  discoIds: Record<MeterCompany, string>;
  meterTypeIds: Record<MeterType, string>;
  /** The last order that our own database says it has delivered, of whatever kind, before then or else at all; null when it never has. */
  lastDelivered?: (sentBefore: Date) => Promise<KnownOrder | null>;
  /** An empty search counts also where it never has. */
  believesUnproven?: boolean;
  vendTimeoutMs: number;
  requeryTimeoutMs?: number;
  connections?: number;
}

const paths = {
  data: '/api/data/',
  airtime: '/api/topup/',
  electricity: '/api/billpayment/',
} as const satisfies Record<OrderKind, string>;
type KnownOrder = Pick<DeliveredOrder, 'kind' | 'reference'>;
type Get = (path: string) => Promise<HttpAnswer>;

export function createMsorgSupplier(options: MsorgOptions): Supplier {
  const { name, baseUrl, apiKey } = options;
  const { vendTimeoutMs, requeryTimeoutMs = 8_000 } = options;
  const client = createHttpClient({
    baseUrl,
    headers: { authorization: `Token ${apiKey}` },
    connections: options.connections ?? 256,
  });
  const ask: Get = (path) => client.send({ method: 'GET', path, timeoutMs: requeryTimeoutMs });
  const book = createBook(options);

  async function vend(order: SupplierOrder): Promise<SupplierAnswer> {
    const body = bodyOf(order, options);
    if (typeof body === 'string') return refusedUnsent(body);
    const http = await client.send({
      method: 'POST',
      path: paths[order.kind],
      body,
      timeoutMs: vendTimeoutMs,
    });
    const verdict = judge('purchase', http, { ...order, supplierId: null }, apiKey);
    book.note(order.kind, order.reference, verdict);
    const { answer } = verdict;
    // The table has no `not_found` for a purchase; the types do not know.
    return answer.outcome === 'not_found'
      ? { ...answer, outcome: 'unknown', reason: 'unexpected_status' }
      : answer;
  }

  async function requery(order: SentOrder): Promise<RequeryAnswer> {
    const deadline = performance.now() + requeryTimeoutMs;
    const get: Get = (path) => {
      const timeoutMs = deadline - performance.now();
      return timeoutMs > 0
        ? client.send({ method: 'GET', path, timeoutMs })
        : Promise.resolve({ kind: 'timeout' });
    };
    const base = paths[order.kind];
    const byId =
      order.supplierId === null
        ? null
        : judge('question', await get(`${base}${encodeURIComponent(order.supplierId)}/`), order, apiKey);
    if (byId !== null && byId.form !== 'not_there' && byId.form !== 'other_order') return byId.answer;

    // Rows are found by our reference, whatever id the supplier has for them.
    const expected = { ...order, supplierId: null };
    const http = await get(searchPath(base, order.reference));
    const rows = rowsIn(http);
    const found = rows === null ? null : bestRow(rows, expected, apiKey);
    if (found !== null) {
      book.note(order.kind, order.reference, found);
      return found.answer;
    }
    if (byId?.form === 'other_order') return byId.answer;
    const response = unreadable(http, expected, apiKey);
    const isAbsent =
      rows !== null && areHits(rows, order.reference) && (await book.searchIsProven(order, get));
    if (!isAbsent) return response;
    return byId?.answer ?? { outcome: 'not_found', supplierId: null, message: null, raw: response.raw };
  }

  return {
    name,
    vend,
    requery,
    checkMeter: async (meter) => readMeter(await ask(meterPath(meter, options)), apiKey),
    listPage: async (kind, page) => readPage(await ask(pagePath(paths[kind], page)), apiKey),
    readFloat: async () => readWalletBalance(await ask('/api/user/')),
    referenceInHook,
    hookAnswer: { msg: 'heard' },
    close: () => client.close(),
  };
}

function meterPath(
  { disco, meterType, meterNumber }: Meter,
  { discoIds, meterTypeIds }: Pick<MsorgOptions, 'discoIds' | 'meterTypeIds'>,
): string {
  const [disconame, mtype] = [discoIds[disco], meterTypeIds[meterType]];
  return `/api/validatemeter?${new URLSearchParams({ meternumber: meterNumber, disconame, mtype }).toString()}`;
}

/** The body of a purchase, or why it cannot be asked for. */
function bodyOf(
  order: SupplierOrder,
  { networkIds, discoIds, meterTypeIds }: MsorgOptions,
): JsonObject | string {
  if (order.kind === 'electricity') {
    if (!isWholeNaira(order.faceValueKobo)) return 'Electricity is sold in whole naira';
    return {
      disco_name: numberOrWord(discoIds[order.disco]),
      MeterType: numberOrWord(meterTypeIds[order.meterType]),
      meter_number: order.recipient,
      amount: Number(order.faceValueKobo / 100n),
      Customer_Phone: order.phone,
      ident: order.reference,
    };
  }
  const common = {
    network: networkIds[order.kind][order.network],
    mobile_number: order.recipient,
    Ported_number: order.isPorted,
    ident: order.reference,
  };
  if (order.kind === 'airtime') {
    if (!isWholeNaira(order.faceValueKobo)) return 'Airtime is sold in whole naira';
    return { ...common, amount: Number(order.faceValueKobo / 100n), airtime_type: 'VTU' };
  }
  const plan = order.supplierPlanId ?? '';
  return /^\d{1,15}$/.test(plan) ? { ...common, plan: Number(plan) } : 'The supplier does not have this plan';
}

const isWholeNaira = (amountKobo: Kobo): boolean => amountKobo > 0n && amountKobo % 100n === 0n;

const numberOrWord = (id: string): number | string => (/^\d{1,9}$/.test(id) ? Number(id) : id);

function refusedUnsent(message: string): SupplierAnswer {
  return { outcome: 'refused', supplierId: null, message, raw: null };
}

function searchPath(base: string, reference: string): string {
  return `${base}?search=${encodeURIComponent(reference)}`;
}

/** A proper list is an array of objects, or a page `{ results: [...] }` of them; null for anything else. */
function rowsIn(http: HttpAnswer): JsonObject[] | null {
  if (http.kind !== 'answer' || http.status !== 200) return null;
  const body = parseJson(http.text);
  const rows = isObject(body) ? body['results'] : body;
  return Array.isArray(rows) && rows.every(isObject) ? rows : null;
}

/** What can be said of a list that does not help: its own trouble, but never an end of the order. */
function unreadable(http: HttpAnswer, expected: Expected, apiKey: string): RequeryAnswer {
  const { answer } = judge('question', http, expected, apiKey);
  return answer.outcome === 'unknown' ? answer : { ...answer, outcome: 'unknown', reason: 'unreadable' };
}

/** Among several rows with our reference a delivery counts first, then one that is still open. */
function bestRow(rows: JsonObject[], expected: Expected, apiKey: string): Verdict | null {
  const verdicts = rows
    .filter((row) => row['ident'] === expected.reference)
    .map((row) => judgeRow(row, expected, apiKey));
  const first = (outcome: RequeryAnswer['outcome']) =>
    verdicts.find(({ answer }) => answer.outcome === outcome);
  return first('delivered') ?? first('unknown') ?? verdicts[0] ?? null;
}

/** A list that shows orders without the text that was searched for has not searched. */
function areHits(rows: JsonObject[], reference: string): boolean {
  return rows.every(({ ident }) => typeof ident === 'string' && ident.includes(reference));
}

/**
 * Why an empty search may be believed. "We do not know your reference" ends in a refund, so it counts only at a site that keeps
 * our references and whose search finds what is known to be there: the last that our own database has as delivered before it, and one of the same kind.
 */
function createBook({
  lastDelivered = () => Promise.resolve(null),
  believesUnproven,
}: Pick<MsorgOptions, 'lastDelivered' | 'believesUnproven'>) {
  const known = new Map<OrderKind, string>();
  let keepsOurReferences = true;

  return {
    /** Learns from an answer about one of our orders. */
    note(kind: OrderKind, reference: string, { form, isNamed, answer }: Verdict): void {
      if (isNamed && answer.supplierId !== null) {
        keepsOurReferences = true;
        known.set(kind, reference);
      } else if (form === 'other_order' && answer.supplierId !== null) {
        keepsOurReferences = false;
      }
    },
    /** Each time anew: a site may lose its orders, or the index of its search, at any moment. */
    async searchIsProven({ kind, sentAt }: Pick<SentOrder, 'kind' | 'sentAt'>, get: Get): Promise<boolean> {
      if (!keepsOurReferences) return false;
      const isFound = async (delivered: KnownOrder): Promise<boolean> => {
        if (!(await finds(delivered, get))) return false;
        if (delivered.kind === kind) return true;
        const reference = known.get(kind) ?? rowsIn(await get(paths[kind]))?.[0]?.['ident'];
        return typeof reference === 'string' && reference !== '' && finds({ kind, reference }, get);
      };
      return isSearchProven(() => lastDelivered(sentAt), isFound, believesUnproven);
    },
  };
}

async function finds({ kind, reference }: KnownOrder, get: Get): Promise<boolean> {
  const rows = rowsIn(await get(searchPath(paths[kind], reference))) ?? [];
  return areHits(rows, reference) && rows.some((row) => row['ident'] === reference);
}

/** Sites with hooks post the body of the order to an address of the account, unsigned. */
function referenceInHook(body: unknown): string | null {
  const ident = isObject(body) ? body['ident'] : null;
  return typeof ident === 'string' && /^[\w.-]{1,100}$/.test(ident) ? ident : null;
}
