/**
 * What an answer of VTpass means (docs/providers/vtpass.md). A code tells what became of the call, and for an order the word inside
 * tells what became of it. `refused` stands only where VTpass has certainly not delivered and will not; whatever is not in the
 * tables is unknown.
 */
import type { HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords, rawText, type JsonObject } from '../reading.ts';
import type { OrderKind, RequeryAnswer, SupplierAnswer, UnknownReason } from './supplier.ts';
import { findTokens, findUnits } from './tokens.ts';

export type Call = 'purchase' | 'question';
type Meaning = 'delivered' | 'refused' | 'not_found' | UnknownReason;

/** Of codes that speak of an order, the word in `content.transactions.status` decides. */
const words: Readonly<Record<string, Record<Call, Meaning>>> = {
  delivered: { purchase: 'delivered', question: 'delivered' },
  successful: { purchase: 'delivered', question: 'delivered' },
  initiated: { purchase: 'processing', question: 'processing' },
  pending: { purchase: 'processing', question: 'processing' },
  failed: { purchase: 'refused', question: 'refused' },
  // A first answer that speaks of a return makes no sense: ask.
  reversed: { purchase: 'unknown_word', question: 'refused' },
};

const codesWithWord = new Set(['000', '001', '044']);

const codes: Readonly<Record<string, Record<Call, Meaning>>> = {
  '016': { purchase: 'refused', question: 'refused' },
  '040': { purchase: 'unknown_word', question: 'refused' },
  '089': { purchase: 'processing', question: 'processing' },
  '091': { purchase: 'refused', question: 'refused' },
  '099': { purchase: 'processing', question: 'processing' },

  // Used before: this very order may be on its way.
  '014': { purchase: 'unexpected_status', question: 'unexpected_status' },
  // "Likely a duplicate" may be the echo of this very order.
  '019': { purchase: 'unexpected_status', question: 'unexpected_status' },
  '015': { purchase: 'unexpected_status', question: 'not_found' },
  '083': { purchase: 'server_error', question: 'server_error' },

  // What was asked for was wrong, or our account may not ask: said before anything is sold. To a question it says nothing.
  '010': { purchase: 'refused', question: 'unexpected_status' },
  '011': { purchase: 'refused', question: 'unexpected_status' },
  '012': { purchase: 'refused', question: 'unexpected_status' },
  '013': { purchase: 'refused', question: 'unexpected_status' },
  '017': { purchase: 'refused', question: 'unexpected_status' },
  '018': { purchase: 'refused', question: 'unexpected_status' },
  '021': { purchase: 'refused', question: 'unexpected_status' },
  '022': { purchase: 'refused', question: 'unexpected_status' },
  '023': { purchase: 'refused', question: 'unexpected_status' },
  '024': { purchase: 'refused', question: 'unexpected_status' },
  '028': { purchase: 'refused', question: 'unexpected_status' },
  // The company cannot be reached: its page says to take a purchase that is answered so as failed.
  '030': { purchase: 'refused', question: 'unexpected_status' },
  '034': { purchase: 'refused', question: 'unexpected_status' },
  '035': { purchase: 'refused', question: 'unexpected_status' },
  '085': { purchase: 'refused', question: 'unexpected_status' },
  '087': { purchase: 'refused', question: 'unexpected_status' },
};

/** Codes that speak of our account; their words are not for customers, `raw` has them. */
const aboutOurAccount = new Set(['018', '021', '022', '023', '024', '087']);
const ABOUT_OUR_ACCOUNT = /balance|wallet|fund|merchant|api key/i;
const CANNOT_NOW = 'The supplier cannot take the order now';

/** The order that an answer has to speak of. */
export interface Expected {
  kind: OrderKind;
  requestId: string;
  recipient: string;
}

export function judge(call: Call, http: HttpAnswer, expected: Expected, secret: string): RequeryAnswer {
  if (http.kind === 'timeout') return unknown('timeout');
  if (http.kind === 'too_large') return unknown('unreadable');
  if (http.kind === 'connection') {
    if (!http.certainlyNotSent || call === 'question') return unknown('connection');
    return { outcome: 'refused', supplierId: null, message: 'The supplier could not be reached', raw: null };
  }
  const raw = rawText(http.text, secret);
  if (http.status >= 500) return unknown('server_error', raw);
  const body = parseJson(http.text);
  if (!isObject(body) || codeOf(body) === null)
    return unknown(http.status === 200 ? 'unreadable' : 'unexpected_status', raw);
  return judgeBody(call, body, expected, { raw, secret });
}

function judgeBody(
  call: Call,
  body: JsonObject,
  expected: Expected,
  { raw, secret }: { raw: string; secret: string },
): RequeryAnswer {
  const order = orderIn(body);
  if (isAnotherOrder(body, order, expected)) return unknown('unreadable', raw);
  const code = codeOf(body) ?? '';
  const response = { supplierId: supplierIdIn(order), message: messageOf(code, body, secret), raw };
  const meaning = meaningOf(call, code, order);
  const isElectricity = expected.kind === 'electricity';
  const text = body['purchased_code'];
  const tokens = isElectricity ? findTokens(body, text) : [];
  // Whatever the word is, with the token in hand the buyer has the electricity.
  if (meaning === 'delivered' || (meaning === 'processing' && tokens.length > 0)) {
    return { ...response, outcome: 'delivered', tokens, units: isElectricity ? findUnits(body, text) : null };
  }
  if (meaning === 'not_found') return { ...response, outcome: 'not_found' };
  if (meaning !== 'refused') return { ...response, outcome: 'unknown', reason: meaning };
  if (tokens.length === 0) return { ...response, outcome: 'refused' };
  return call === 'question'
    ? { ...response, outcome: 'refused', tokens }
    : { ...response, outcome: 'unknown', reason: 'unknown_word' };
}

function meaningOf(call: Call, code: string, order: JsonObject): Meaning {
  const word = typeof order['status'] === 'string' ? order['status'].trim().toLowerCase() : null;
  const byWord = word === null ? undefined : words[word];
  if (codesWithWord.has(code)) return byWord?.[call] ?? (word === null ? 'unreadable' : 'unknown_word');
  const meaning = codes[code]?.[call] ?? 'unknown_word';
  // A code that ends the order and a word that says it lives contradict each other: ask again.
  const isEnd = meaning === 'refused' && (code === '016' || code === '040' || code === '091');
  return isEnd && (byWord?.question === 'delivered' || byWord?.question === 'processing')
    ? 'unknown_word'
    : meaning;
}

/** The first answer has no purchase to return to, so the two types differ in `not_found` alone. */
export const asFirstAnswer = (answer: RequeryAnswer): SupplierAnswer =>
  answer.outcome === 'not_found' ? { ...answer, outcome: 'unknown', reason: 'unexpected_status' } : answer;

const unknown = (reason: UnknownReason, raw: string | null = null): RequeryAnswer => ({
  outcome: 'unknown',
  reason,
  supplierId: null,
  message: null,
  raw,
});

function codeOf(body: JsonObject): string | null {
  const code = body['code'];
  if (typeof code === 'number' && Number.isInteger(code)) return String(code).padStart(3, '0');
  return typeof code === 'string' && /^\d{3}$/.test(code) ? code : null;
}

function orderIn(body: JsonObject): JsonObject {
  const content = isObject(body['content']) ? body['content'] : {};
  return isObject(content['transactions']) ? content['transactions'] : {};
}

function isAnotherOrder(body: JsonObject, order: JsonObject, { requestId, recipient }: Expected): boolean {
  const named = body['requestId'] ?? body['request_id'];
  if (typeof named === 'string' && named !== '' && named !== requestId) return true;
  const target = order['unique_element'];
  return typeof target === 'string' && /^\d{6,}$/.test(target) && target !== recipient;
}

function supplierIdIn(order: JsonObject): string | null {
  const id = order['transactionId'];
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null;
}

function messageOf(code: string, body: JsonObject, secret: string): string | null {
  if (aboutOurAccount.has(code)) return CANNOT_NOW;
  const said = plainWords(body['response_description'], secret);
  return said === null || !ABOUT_OUR_ACCOUNT.test(said) ? said : CANNOT_NOW;
}
