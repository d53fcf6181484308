/**
 * What happens to a purchase is chosen by the last four digits of its recipient, so that a test, a person
 * and an API user of the product can all ask for the same trouble. Any other number is delivered at once.
 */

/** How long the slow outcomes take, in milliseconds. */
export interface Timings {
  /** 0002, 0003: from "processing" to the end. */
  processingMs: number;
  /** 0008: from the question to the answer. */
  slowMs: number;
  /** 0012: from the delivery to the token. */
  tokenMs: number;
  /** 0011: from the success to its reversal. */
  reversalMs: number;
  /** Pause before the second try of a webhook; it doubles with each further try. */
  webhookRetryMs: number;
}

export const DEFAULT_TIMINGS: Readonly<Timings> = {
  processingMs: 10_000,
  slowMs: 5_000,
  tokenMs: 10_000,
  reversalMs: 30_000,
  webhookRetryMs: 1_000,
};

export type OrderState = 'processing' | 'successful' | 'failed' | 'reversed';

export interface Outcome {
  readonly digits: string;
  /** For the control page and the documentation. */
  readonly says: string;
  /** The state in which the supplier books the order; null when the supplier never learns of it. */
  readonly books: 'successful' | 'processing' | null;
  /** What the order turns into by itself, and after which of the timings. */
  readonly next?: { readonly after: keyof Timings; readonly state: OrderState };
  readonly answer:
    | 'body'
    | 'body when settled'
    | 'refusal'
    | 'float too low'
    | 'dropped connection'
    | 'silence'
    | 'page 200'
    | 'page 500';
  /** The token of electricity comes later than the delivery. */
  readonly isTokenLate?: true;
}

const DELIVERED: Outcome = {
  digits: 'any other',
  says: 'Delivered at once',
  books: 'successful',
  answer: 'body',
};

const TROUBLES: readonly Outcome[] = [
  { digits: '0001', says: 'Refused', books: null, answer: 'refusal' },
  {
    digits: '0002',
    says: 'Processing, delivered after 10 s',
    books: 'processing',
    next: { after: 'processingMs', state: 'successful' },
    answer: 'body',
  },
  {
    digits: '0003',
    says: 'Processing, refused after 10 s',
    books: 'processing',
    next: { after: 'processingMs', state: 'failed' },
    answer: 'body',
  },
  {
    digits: '0004',
    says: 'Delivered, but the connection drops before the answer',
    books: 'successful',
    answer: 'dropped connection',
  },
  { digits: '0005', says: 'Never answers, never delivered', books: null, answer: 'silence' },
  { digits: '0006', says: 'Error 500 after delivering', books: 'successful', answer: 'page 500' },
  { digits: '0007', says: 'An HTML page with status 200, not delivered', books: null, answer: 'page 200' },
  {
    digits: '0008',
    says: 'Slow: delivered and answered after 5 s',
    books: 'processing',
    next: { after: 'slowMs', state: 'successful' },
    answer: 'body when settled',
  },
  { digits: '0009', says: 'Processing for ever', books: 'processing', answer: 'body' },
  { digits: '0010', says: "Refused: the supplier's float is too low", books: null, answer: 'float too low' },
  {
    digits: '0011',
    says: 'Success, reversed 30 s later',
    books: 'successful',
    next: { after: 'reversalMs', state: 'reversed' },
    answer: 'body',
  },
  {
    digits: '0012',
    says: 'Delivered at once; the token of a prepaid meter comes after 10 s',
    books: 'successful',
    answer: 'body',
    isTokenLate: true,
  },
];

export const OUTCOMES: readonly Outcome[] = [...TROUBLES, DELIVERED];

const byDigits = new Map(TROUBLES.map((outcome) => [outcome.digits, outcome]));

export function outcomeFor(recipient: string): Outcome {
  return byDigits.get(recipient.slice(-4)) ?? DELIVERED;
}
