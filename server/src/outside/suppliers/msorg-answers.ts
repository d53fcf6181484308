/**
 * What an answer of a msorg-style supplier means. Certainty is what counts: `refused` gives the customer the money back, so it
 * stands only where the supplier cannot have delivered and will not. Whatever is not in the table is unknown.
 */
import type { HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords, rawText, type JsonObject } from '../reading.ts';
import type { OrderKind, RequeryAnswer, UnknownReason } from './supplier.ts';
import { findTokens, findUnits } from './tokens.ts';

type Call = 'purchase' | 'question';
type Meaning = 'delivered' | 'refused' | 'not_found' | UnknownReason;

/** Every form that an answer can take, and what it means to a purchase and to a question about one. */
const meanings = {
  not_sent: { purchase: 'refused', question: 'connection' },
  cut_off: { purchase: 'connection', question: 'connection' },
  too_late: { purchase: 'timeout', question: 'timeout' },
  too_large: { purchase: 'unreadable', question: 'unreadable' },
  server_error: { purchase: 'server_error', question: 'server_error' },

  // 2xx with an order, by the word in `Status`. A first answer that speaks of a return makes no sense: ask again.
  successful: { purchase: 'delivered', question: 'delivered' },
  failed: { purchase: 'refused', question: 'refused' },
  reversed: { purchase: 'unknown_word', question: 'refused' },
  refunded: { purchase: 'unknown_word', question: 'refused' },
  processing: { purchase: 'processing', question: 'processing' },
  pending: { purchase: 'processing', question: 'processing' },
  initiated: { purchase: 'processing', question: 'processing' },
  other_word: { purchase: 'unknown_word', question: 'unknown_word' },
  not_an_order: { purchase: 'unreadable', question: 'unreadable' },
  other_order: { purchase: 'unreadable', question: 'unreadable' },

  // 4xx in JSON, without the id of an order. The framework of these sites checks key, permission and rate before it looks
  // at the order, and `error` is their own explicit no. A "duplicate" may be the echo of this very order, sent on twice by
  // something in between, and a 404 may come out of the middle of a purchase: both are asked about instead.
  explicit_error: { purchase: 'refused', question: 'unexpected_status' },
  duplicate: { purchase: 'unexpected_status', question: 'unexpected_status' },
  key_refused: { purchase: 'refused', question: 'unexpected_status' },
  not_permitted: { purchase: 'refused', question: 'unexpected_status' },
  too_many: { purchase: 'refused', question: 'unexpected_status' },
  not_there: { purchase: 'unexpected_status', question: 'not_found' },

  // Redirects, pages with 4xx, refusals that do not say what they refuse.
  other_status: { purchase: 'unexpected_status', question: 'unexpected_status' },
} as const satisfies Record<string, Record<Call, Meaning>>;

type Form = keyof typeof meanings;

const statusWords: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['successful', 'successful'],
  ['failed', 'failed'],
  ['reversed', 'reversed'],
  ['refunded', 'refunded'],
  ['processing', 'processing'],
  ['pending', 'pending'],
  ['initiated', 'initiated'],
]);

/** Forms that speak of our account with the supplier. Its words about them are not for customers; `raw` has them. */
const wordsOfOurOwn: Partial<Record<Form, string>> = {
  not_sent: 'The supplier could not be reached',
  key_refused: 'The supplier did not take the order',
  not_permitted: 'The supplier did not take the order',
  too_many: 'The supplier is too busy',
};
/** Networks and sites add how much stock or money we have left to what they say. */
const ABOUT_OUR_ACCOUNT = /balance|wallet|fund/i;
const OUT_OF_FLOAT = 'The supplier cannot take the order now';

/** The order that an answer has to speak of. */
export interface Expected {
  kind: OrderKind;
  reference: string;
  recipient: string;
  /** Null while no answer of the supplier had its id. */
  supplierId: string | null;
}

export interface Verdict {
  form: Form;
  /** The answer carries our reference. */
  isNamed: boolean;
  answer: RequeryAnswer;
}

/** Reads an answer of the network. `call` picks the column of the table. */
export function judge(call: Call, http: HttpAnswer, expected: Expected, apiKey: string): Verdict {
  const raw = http.kind === 'answer' ? rawText(http.text, apiKey) : null;
  const body = http.kind === 'answer' ? parseJson(http.text) : undefined;
  return verdict(call, formOf(http, body, expected), isObject(body) ? body : {}, raw, expected, apiKey);
}

/** Reads one row of a list, which is an order like the answer to a question. */
export function judgeRow(row: JsonObject, expected: Expected, apiKey: string): Verdict {
  const raw = rawText(JSON.stringify(row), apiKey);
  return verdict('question', formOfOrder(row, expected), row, raw, expected, apiKey);
}

function formOf(http: HttpAnswer, body: unknown, expected: Expected): Form {
  if (http.kind === 'timeout') return 'too_late';
  if (http.kind === 'connection') return http.certainlyNotSent ? 'not_sent' : 'cut_off';
  if (http.kind === 'too_large') return 'too_large';
  if (http.status >= 500) return 'server_error';
  if (http.status >= 200 && http.status < 300)
    return isObject(body) ? formOfOrder(body, expected) : 'not_an_order';
  if (!isObject(body) || isPresent(body['id'])) return 'other_status';
  if (http.status === 400) return formOfError(body['error']);
  if (typeof body['detail'] !== 'string') return 'other_status';
  if (http.status === 401) return 'key_refused';
  if (http.status === 403) return 'not_permitted';
  if (http.status === 404) return 'not_there';
  return http.status === 429 ? 'too_many' : 'other_status';
}

function formOfError(error: unknown): Form {
  const words = errorWords(error);
  if (words === null) return 'other_status';
  return /duplicate|already/i.test(words) ? 'duplicate' : 'explicit_error';
}

function formOfOrder(body: JsonObject, expected: Expected): Form {
  const { id, ident } = body;
  const recipient = recipientIn(body, expected);
  const status = body['Status'] ?? body['status'];
  if (typeof status !== 'string') return 'not_an_order';
  if (isPresent(id) && idOf(id) === null) return 'not_an_order';
  if (isPresent(ident) && typeof ident !== 'string') return 'not_an_order';
  if (isPresent(ident) && ident !== expected.reference) return 'other_order';
  if (isPresent(recipient) && !isSameRecipient(recipient, expected)) return 'other_order';
  if (expected.supplierId !== null && isPresent(id) && idOf(id) !== expected.supplierId) return 'other_order';

  const form = wordForm(status);
  const other = body['status'];
  if (typeof other === 'string' && wordForm(other) !== 'other_word' && wordForm(other) !== form)
    return 'other_word';
  // An end is believed only from an answer that names the order it speaks of.
  if (form === 'failed' && !isPresent(id)) return 'not_an_order';
  if (form === 'successful' && !isPresent(id) && !isPresent(ident)) return 'not_an_order';
  return form;
}

function wordForm(status: string): Form {
  return statusWords.get(status.trim().toLowerCase()) ?? 'other_word';
}

function verdict(
  call: Call,
  form: Form,
  body: JsonObject,
  raw: string | null,
  expected: Expected,
  apiKey: string,
): Verdict {
  const response = {
    supplierId: supplierIdIn(form, body, expected),
    message: messageOf(form, body, apiKey),
    raw,
  };
  return {
    form,
    isNamed: body['ident'] === expected.reference,
    answer: answerOf(call, meanings[form][call], response, soldElectricity(form, body, expected)),
  };
}

interface Sold {
  tokens: string[];
  units: string | null;
}

/** Tokens are looked for in an answer about this very order only. */
function soldElectricity(form: Form, body: JsonObject, { kind }: Expected): Sold {
  const isOrder = statusWords.has(form);
  if (kind !== 'electricity' || !isOrder) return { tokens: [], units: null };
  const text = body['api_response'];
  return { tokens: findTokens(body, text), units: findUnits(body, text) };
}

/** `refused` with a token is only ever the answer to a question: a purchase that contradicts itself is asked about. */
function answerOf(
  call: Call,
  meaning: Meaning,
  response: Pick<RequeryAnswer, 'supplierId' | 'message' | 'raw'>,
  { tokens, units }: Sold,
): RequeryAnswer {
  // Whatever the word is, with the token in hand the buyer has the electricity.
  const hasToken = tokens.length > 0;
  if (meaning === 'delivered' || (meaning === 'processing' && hasToken))
    return { ...response, outcome: 'delivered', tokens, units };
  if (meaning === 'refused' && hasToken) {
    return call === 'question'
      ? { ...response, outcome: 'refused', tokens }
      : { ...response, outcome: 'unknown', reason: 'unknown_word' };
  }
  if (meaning === 'refused' || meaning === 'not_found') return { ...response, outcome: meaning };
  return { ...response, outcome: 'unknown', reason: meaning };
}

/**
 * The id is kept when the order goes by another `ident` but to the right number: a site may name orders itself, and then the
 * id is the only way to ask. The id of somebody else's order is never kept.
 */
function supplierIdIn(form: Form, body: JsonObject, expected: Expected): string | null {
  if (form !== 'other_order') return idOf(body['id']) ?? expected.supplierId;
  if (expected.supplierId !== null) return expected.supplierId;
  return isSameRecipient(recipientIn(body, expected), expected) ? idOf(body['id']) : null;
}

function messageOf(form: Form, body: JsonObject, apiKey: string): string | null {
  const own = wordsOfOurOwn[form];
  if (own !== undefined) return own;
  // What belongs to another order is nobody's business here.
  if (form === 'other_order') return null;
  const words = plainWords(body['api_response'], apiKey) ?? plainWords(errorWords(body['error']), apiKey);
  if (words === null) return null;
  const forCustomers = words.split(/(?<=[.!?]) /).filter((sentence) => !ABOUT_OUR_ACCOUNT.test(sentence));
  return forCustomers.join(' ') || (form === 'explicit_error' ? OUT_OF_FLOAT : null);
}

/** A text, or a list of texts; null for anything else and for silence. */
function errorWords(error: unknown): string | null {
  const words = Array.isArray(error) ? error : [error];
  if (!words.every((word) => typeof word === 'string')) return null;
  return words.join(' ').trim() || null;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;
}

const recipientIn = (body: JsonObject, { kind }: Expected): unknown =>
  body[kind === 'electricity' ? 'meter_number' : 'mobile_number'];

/**
 * Phone numbers are echoed whole, with +234, as a JSON number without the leading zero, or masked: `0803***4567`, `0903****`. Meter
 * numbers come whole, as a JSON number without leading zeros, or masked.
 */
function isSameRecipient(echo: unknown, { kind, recipient }: Expected): boolean {
  if (typeof echo !== 'string' && typeof echo !== 'number') return false;
  if (kind === 'electricity' && typeof echo === 'number') return echo === Number(recipient);
  const plain = String(echo).replace(/[\s()-]/g, '');
  const local = kind === 'electricity' ? plain : plain.replace(/^\+?234/, '0').replace(/^[789]\d{9}$/, '0$&');
  const mask = /^(\d*)[*xX]+(\d*)$/.exec(local);
  if (mask === null) return local === recipient;
  const [, head = '', tail = ''] = mask;
  return head.length + tail.length >= 4 && recipient.startsWith(head) && recipient.endsWith(tail);
}
