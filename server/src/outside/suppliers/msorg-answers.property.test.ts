import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '../http.ts';
import { isObject, parseJson } from '../reading.ts';
import { apiKey, orderBody, otherIdent, reference, sent } from '../testing/msorg-sample.ts';
import { judge } from './msorg-answers.ts';

const anything = fc.jsonValue({ maxDepth: 2 });
const words = ['successful', 'failed', 'processing', 'reversed', 'refunded', 'FAILED', 'success', ''];

/** Bodies near to real ones: each field missing, right, plausible or anything. */
const body = fc.record(
  {
    id: fc.oneof(fc.constantFrom(48210001, '48210001', null, 0), anything),
    ident: fc.oneof(fc.constantFrom(reference, otherIdent, '', null), anything),
    mobile_number: fc.oneof(
      fc.constantFrom('08091234567', '0809***4567', '08031234567', 8091234567),
      anything,
    ),
    Status: fc.oneof(fc.constantFrom(...words), anything),
    status: fc.oneof(fc.constantFrom(...words), anything),
    error: fc.oneof(fc.constantFrom('Invalid plan', ['Invalid plan'], 'Duplicate order', []), anything),
    detail: fc.oneof(fc.constantFrom('Invalid token.'), anything),
  },
  { requiredKeys: [] },
);
/** A right answer in which one field is another. */
const nearlyRight = body.map((value) => ({
  ...orderBody,
  ...Object.fromEntries(Object.entries(value).slice(-1)),
}));
const text = fc.oneof(
  nearlyRight.map((value) => JSON.stringify(value)),
  body.map((value) => JSON.stringify(value)),
  body.map((value) => JSON.stringify({ ...orderBody, ...value })),
  anything.map((value) => JSON.stringify(value)),
  fc.string(),
);
type Answered = Extract<HttpAnswer, { kind: 'answer' }>;
const answered: fc.Arbitrary<Answered> = fc.record({
  kind: fc.constant('answer' as const),
  status: fc.oneof(
    fc.constantFrom(200, 201),
    fc.constantFrom(200, 201, 204, 301, 400, 401, 402, 403, 404, 409, 422, 429, 500, 502, 503),
  ),
  contentType: fc.constant('application/json'),
  text,
});

/** What an answer says, read as plainly as possible. */
function plainly({ status, text: written }: { status: number; text: string }) {
  const parsed = parseJson(written);
  const fields = isObject(parsed) ? parsed : {};
  const word = fields['Status'] ?? fields['status'];
  return {
    isGood: status >= 200 && status < 300,
    fields,
    word: typeof word === 'string' ? word.trim().toLowerCase() : '',
    firstError: [fields['error']].flat()[0],
    isNamed: isThere(fields['id']) || isThere(fields['ident']),
  };
}

const isThere = (value: unknown) => value !== undefined && value !== null && value !== '';
const isOurs = (ident: unknown) => !isThere(ident) || ident === reference;

/** Throws at the first answer with that outcome for which it does not hold; else, how many such answers were tried. */
function holdsForAll(
  outcome: string,
  what: 'purchase' | 'question',
  holds: (answer: Answered) => boolean,
): number {
  let times = 0;
  const property = fc.property(answered, (answer) => {
    if (judge(what, answer, sent, apiKey).answer.outcome !== outcome) return true;
    times += 1;
    return holds(answer);
  });
  fc.assert(property, { numRuns: 5_000 });
  return times;
}

describe('whatever comes back', () => {
  it.each(['purchase', 'question'] as const)(
    'a %s is delivered only when a good answer says so of our order',
    (what) => {
      const tried = holdsForAll('delivered', what, (answer) => {
        const { isGood, word, fields, isNamed } = plainly(answer);
        return isGood && word === 'successful' && isOurs(fields['ident']) && isNamed;
      });
      expect(tried).toBeGreaterThan(0);
    },
  );

  it('a purchase is refused only when our order has failed, or is explicitly not taken', () => {
    const tried = holdsForAll('refused', 'purchase', (answer) => {
      const { isGood, word, fields, firstError } = plainly(answer);
      if (isGood) return word === 'failed' && isThere(fields['id']) && isOurs(fields['ident']);
      const refusal = answer.status === 400 ? firstError : fields['detail'];
      return (
        [400, 401, 403, 429].includes(answer.status) && !isThere(fields['id']) && typeof refusal === 'string'
      );
    });
    expect(tried).toBeGreaterThan(0);
  });

  it('a question ends in a refusal only by the word of a good answer', () => {
    const tried = holdsForAll('refused', 'question', (answer) => {
      const { isGood, word, fields } = plainly(answer);
      return isGood && ['failed', 'reversed', 'refunded'].includes(word) && isOurs(fields['ident']);
    });
    expect(tried).toBeGreaterThan(0);
  });

  it('what is kept of it is storable, short and without our key', () => {
    const property = fc.property(answered, fc.nat(6_000), (answer, blanks) => {
      const padded = { ...answer, text: `${answer.text}${' '.repeat(blanks)}\0${apiKey}` };
      const raw = judge('purchase', padded, sent, apiKey).answer.raw ?? '';
      return !raw.includes(apiKey) && !raw.includes('\0') && Buffer.byteLength(raw) <= 4_096;
    });
    expect(() => fc.assert(property)).not.toThrow();
  });
});
