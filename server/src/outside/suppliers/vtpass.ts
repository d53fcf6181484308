/**
 * VTpass (docs/providers/vtpass.md). It knows an order by OUR request id, which must begin with the time in Lagos. The id is made of
 * the moment at which the attempt was put on record and of the attempt's reference: both are stored, so it is the same whenever it is
 * asked for, also after midnight, and never a second one.
 */
import type { MeterCompany, Network } from '@jara/contract/constants.ts';
import { lagosMinuteDigits } from '@jara/contract/lagos-time.ts';
import { kobo } from '@jara/contract/money.ts';
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, isSearchProven, nairaIn, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type {
  DeliveredOrder,
  FloatAnswer,
  MeterAnswer,
  RequeryAnswer,
  Supplier,
  SupplierOrder,
} from './supplier.ts';
import { asFirstAnswer, judge } from './vtpass-answers.ts';

export interface VtpassOptions {
  name: string;
  /** Ends with `/api` at the real one. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  publicKey: string;
  /**
   * The last order that our own database says it has delivered, before then or else at all; null when it never has. "No such id" counts only where there is one and
   * it is found (`isSearchProven`).
   */
  lastDelivered?: (sentBefore: Date) => Promise<DeliveredOrder | null>;
  /** "No such id" counts also where it never has. */
  believesUnproven?: boolean;
  vendTimeoutMs: number;
  questionTimeoutMs?: number;
  connections?: number;
}

/** One thing that a service sells, for filling `supplier_plans`. */
export interface Variation {
  code: string;
  name: string;
  /** Naira as VTpass writes them. */
  amount: string;
}

export interface VtpassSupplier extends Supplier {
  /** What a data service sells; null when it does not say. */
  listVariations(serviceId: string): Promise<Variation[] | null>;
}

const networkNames: Record<Network, string> = {
  MTN: 'mtn',
  GLO: 'glo',
  AIRTEL: 'airtel',
  '9MOBILE': 'etisalat',
};

const discoServices: Record<MeterCompany, string> = {
  Ikeja: 'ikeja-electric',
  Ibadan: 'ibadan-electric',
  Eko: 'eko-electric',
  'Port Harcourt': 'portharcourt-electric',
  Kaduna: 'kaduna-electric',
  Kano: 'kano-electric',
  Jos: 'jos-electric',
  Abuja: 'abuja-electric',
  Enugu: 'enugu-electric',
  Yola: 'yola-electric',
  Benin: 'benin-electric',
};

/** `YYYYMMDDHHmm` in Lagos, then the reference of the attempt. */
export const vtpassRequestId = (sentAt: Date, reference: string): string =>
  `${lagosMinuteDigits(sentAt)}${reference}`;

export function createVtpassSupplier(options: VtpassOptions): VtpassSupplier {
  const { name, baseUrl, apiKey, secretKey, publicKey } = options;
  const { vendTimeoutMs, questionTimeoutMs = 8_000, connections = 64 } = options;
  // Each way of asking has its own pair of keys.
  const sell = createHttpClient({
    baseUrl,
    headers: { 'api-key': apiKey, 'secret-key': secretKey },
    connections,
  });
  const look = createHttpClient({
    baseUrl,
    headers: { 'api-key': apiKey, 'public-key': publicKey },
    connections: 4,
  });
  const get = (path: string) => look.send({ method: 'GET', path, timeoutMs: questionTimeoutMs });

  const { lastDelivered = () => Promise.resolve(null), believesUnproven } = options;

  async function requery({ kind, recipient, reference, sentAt }: DeliveredOrder): Promise<RequeryAnswer> {
    const requestId = vtpassRequestId(sentAt, reference);
    const http = await sell.send({
      method: 'POST',
      path: '/requery',
      body: { request_id: requestId },
      timeoutMs: questionTimeoutMs,
    });
    return judge('question', http, { kind, recipient, requestId }, secretKey);
  }

  async function isKnown(order: DeliveredOrder): Promise<boolean> {
    const { outcome } = await requery(order);
    return outcome === 'delivered' || outcome === 'refused';
  }

  return {
    name,
    async vend(order) {
      const body = bodyOf(order);
      if (typeof body === 'string') return { outcome: 'refused', supplierId: null, message: body, raw: null };
      const requestId = vtpassRequestId(order.sentAt, order.reference);
      const http = await sell.send({
        method: 'POST',
        path: '/pay',
        body: { request_id: requestId, ...body },
        timeoutMs: vendTimeoutMs,
      });
      const { kind, recipient } = order;
      return asFirstAnswer(judge('purchase', http, { kind, recipient, requestId }, secretKey));
    },
    async requery(order) {
      const answer = await requery(order);
      return answer.outcome !== 'not_found' ||
        (await isSearchProven(() => lastDelivered(order.sentAt), isKnown, believesUnproven))
        ? answer
        : { ...answer, outcome: 'unknown', reason: 'unexpected_status' };
    },
    async checkMeter({ disco, meterType, meterNumber }) {
      const body = { billersCode: meterNumber, serviceID: discoServices[disco], type: meterType };
      const timeoutMs = questionTimeoutMs;
      return readMeter(
        await sell.send({ method: 'POST', path: '/merchant-verify', body, timeoutMs }),
        secretKey,
      );
    },
    readFloat: async () => readBalance(await get('/balance')),
    listVariations: async (serviceId) =>
      readVariations(await get(`/service-variations?serviceID=${encodeURIComponent(serviceId)}`)),
    referenceInHook,
    hookAnswer: { response: 'success' },
    async close() {
      await Promise.all([sell.close(), look.close()]);
    },
  };
}

/** The body of a purchase without its request id, or why it cannot be asked for. */
function bodyOf(order: SupplierOrder): JsonObject | string {
  const amount = Number(order.faceValueKobo) / 100;
  if (order.kind === 'electricity') {
    return {
      serviceID: discoServices[order.disco],
      billersCode: order.recipient,
      variation_code: order.meterType,
      amount,
      phone: order.phone,
    };
  }
  const network = networkNames[order.network];
  if (order.kind === 'airtime') return { serviceID: network, amount, phone: order.recipient };
  // A plan of another service than the network's usual one is written `glo-sme-data:1234`.
  const [, service = `${network}-data`, variation] = /^(?:([a-z-]+):)?([\w.-]{1,80})$/i.exec(
    order.supplierPlanId ?? '',
  ) ?? ['', undefined, undefined];
  if (variation === undefined) return 'The supplier does not have this plan';
  return {
    serviceID: service,
    billersCode: order.recipient,
    variation_code: variation,
    phone: order.recipient,
  };
}

/** The balance comes under a name of its own. */
function contentOf(http: HttpAnswer): JsonObject | null {
  if (http.kind !== 'answer' || http.status !== 200) return null;
  const body = parseJson(http.text);
  const content = isObject(body) ? (body['content'] ?? body['contents']) : null;
  return isObject(content) ? content : null;
}

function readMeter(http: HttpAnswer, secret: string): MeterAnswer {
  const content = contentOf(http);
  if (content === null) return { outcome: 'unknown' };
  const error = plainWords(content['error'], secret);
  if (error !== null || content['WrongBillersCode'] === true) return { outcome: 'invalid', words: error };
  const name = plainWords(content['Customer_Name'], secret);
  if (name === null) return { outcome: 'unknown' };
  const minimumKobo = nairaIn(content['Min_Purchase_Amount'] ?? content['Minimum_Amount']);
  return {
    outcome: 'known',
    name,
    address: plainWords(content['Address'], secret),
    minimumKobo: minimumKobo !== null && minimumKobo > 0n ? kobo(minimumKobo) : null,
  };
}

function readBalance(http: HttpAnswer): FloatAnswer {
  const content = contentOf(http);
  if (content === null)
    return { outcome: 'unknown', problem: http.kind === 'answer' ? `answered ${http.status}` : http.kind };
  const amount = nairaIn(content['balance']);
  return amount === null
    ? { outcome: 'unknown', problem: 'says no balance' }
    : { outcome: 'known', floatKobo: kobo(amount) };
}

function readVariations(http: HttpAnswer): Variation[] | null {
  const content = contentOf(http);
  // The second spelling is an old one of theirs.
  const rows = content?.['variations'] ?? content?.['varations'];
  if (!Array.isArray(rows)) return null;
  return rows.filter(isObject).map((row) => ({
    code: String(row['variation_code']),
    name: String(row['name']),
    amount: String(row['variation_amount']),
  }));
}

/** `{ type: 'transaction-update', data: { requestId } }`, unsigned. Twelve digits of time stand before our reference. */
function referenceInHook(body: unknown): string | null {
  const response = isObject(body) && isObject(body['data']) ? body['data'] : null;
  const requestId = response?.['requestId'] ?? response?.['request_id'];
  return typeof requestId === 'string' && /^\d{12}[\w.-]{1,88}$/.test(requestId) ? requestId.slice(12) : null;
}
