/**
 * Reads a JSON body more strictly than JSON does: a number with an exponent, a minus zero or decimals that reading would lose is refused, because
 * money never has one and `1e3` cannot be told from `1000`, nor `0.99999999999999999` from `1`, once it is parsed (D2.9). A name that
 * stands twice in one object is refused, because readers differ in which of the two counts. Text that the database cannot keep is refused here, once
 * for all calls: the character NUL, and half of a pair of surrogates.
 */
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refuse.ts';

// The closing quote may be missing, so that a body full of opened strings is read once and not once per quote.
const strings = /"(?:[^"\\]|\\[^])*"?/g;
const oddNumber = /\d[eE]|-0(?![.\d])|-0\.0*(?!\d)/;
const longNumber = /-?\d+\.\d{3,}/g;
const shortNumber = /^-?\d+(?:\.\d{1,2})?$/;
const deepest = 8;

const NUL = '\0';
const halfCharacter = /\p{Surrogate}/u;
// Only an escape can bring either into JSON that came as UTF-8.
const suspicious = /\\u(?:0000|d[89a-f])/i;
const notText = 'Send text without NUL and without halves of characters';

/** Throws a Refusal malformed_body when a text or a name anywhere in the value is none that can be kept. */
function refuseOddText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes(NUL) || halfCharacter.test(value))
      throw new Refusal('malformed_body', { msg: notText });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      refuseOddText(name);
      refuseOddText(member);
    }
  }
}

/** The same for an address, in whose path and query only NUL can be written. */
export function refuseOddAddress(url: string): void {
  if (url.includes('%00')) throw new Refusal('malformed_body', { msg: notText });
}

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === '{' || character === '[') most = Math.max(most, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return most;
}

/** How many members the objects in the value have. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce((sum: number, member) => sum + countNames(member), own);
}

/** Throws a Refusal malformed_body. */
export function parseStrictJson(text: string): unknown {
  const bare = text.replaceAll(strings, '""');
  if (oddNumber.test(bare)) throw new Refusal('malformed_body', { msg: 'Write numbers without exponents' });
  // As a number it would have lost the decimals that make it no amount; what keeps them is refused where its field is known.
  if ((bare.match(longNumber) ?? []).some((number) => shortNumber.test(String(Number(number))))) {
    throw new Refusal('malformed_body', { msg: 'Write numbers with at most two decimals' });
  }
  if (depthOf(bare) > deepest)
    throw new Refusal('malformed_body', { msg: 'The request body is nested too deeply' });
  const value = parse(text);
  // Of two equal names the parser keeps one.
  if (bare.split(':').length - 1 !== countNames(value)) {
    throw new Refusal('malformed_body', { msg: 'Write each name once in an object' });
  }
  if (suspicious.test(text)) refuseOddText(value);
  return value;
}

function parse(text: string): unknown {
  try {
    // A key such as __proto__ becomes an own property; schemas drop what they do not name.
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal('malformed_body', {});
  }
}

export function parseJsonBody(
  _request: FastifyRequest,
  text: string,
  done: (error: Error | null, body?: unknown) => void,
): void {
  // Clients send the content type with an empty body for calls that need none.
  if (text.trim() === '') return done(null, {});
  try {
    done(null, parseStrictJson(text));
  } catch (error) {
    done(error instanceof Error ? error : new Error('unreadable body'));
  }
}
