/** Reading what strangers write: JSON of unknown shape, and words that go onto receipts and into the database. */

const LONGEST_RAW_BYTES = 4_096;
const LONGEST_WORDS = 300;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` for a text that is not JSON. A byte order mark before it is common and harmless. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** An answer as it came, cut to 4 kB, storable, without `secret`. */
export function rawText(text: string, secret: string): string {
  const clean = storable(text).replaceAll(secret, '***');
  // No character takes more than three bytes for one unit of a string.
  if (clean.length * 3 <= LONGEST_RAW_BYTES) return clean;
  const bytes = Buffer.from(clean);
  if (bytes.length <= LONGEST_RAW_BYTES) return clean;
  return bytes
    .subarray(0, LONGEST_RAW_BYTES)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}

/** A short text for people, on one line, without `secret`; null when `value` is not a text or says nothing. */
export function plainWords(value: unknown, secret: string): string | null {
  if (typeof value !== 'string') return null;
  const words = storable(value).replaceAll(secret, '***').replace(/\s+/g, ' ').trim();
  if (words.length <= LONGEST_WORDS) return words === '' ? null : words;
  return `${storable(words.slice(0, LONGEST_WORDS - 1))}…`;
}

/** PostgreSQL takes neither NUL characters nor halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** An amount in naira, as a number or a text that may have separators and the noise of floats, in kobo; null when it is none. */
export function nairaIn(value: unknown): bigint | null {
  const text = typeof value === 'string' ? value.replace(/[,\s]/g, '') : value;
  if (typeof text === 'string' && !/^-?\d{1,13}(\.\d{1,20})?$/.test(text)) return null;
  const amount = typeof text === 'string' ? Number(text) : text;
  if (typeof amount !== 'number' || !Number.isFinite(amount) || Math.abs(amount) > 1e13) return null;
  return BigInt(Math.round(amount * 100));
}

/**
 * Whether "we do not know your reference" may be believed. It ends in money back, so it counts only while the same question finds what our own
 * database has as done. Asked each time anew: what is asked may lose what it knows, or the key be of another account, at any moment.
 * `findKnown` gives null where nothing was ever done, or so long ago that it proves little: then nobody has seen whether the search finds anything
 * of ours, and it is believed only where `believesUnproven` (`BELIEVE_UNPROVEN_SEARCH`). Where nothing was done before, the first thing that is done proves it.
 */
export async function isSearchProven<Known>(
  findKnown: () => Promise<Known | null>,
  isFound: (known: Known) => Promise<boolean>,
  believesUnproven = false,
): Promise<boolean> {
  const known = await findKnown().catch(() => undefined);
  if (known === undefined) return false;
  return known === null ? believesUnproven : isFound(known);
}
