/**
 * Finds electricity tokens in what a supplier says: 20 decimal digits, whole or in groups, one or several (a meter that awaits its
 * key change gets two more, to be entered first). Suppliers put them into fields of many names and into running text.
 */
import { isObject, type JsonObject } from '../reading.ts';

const WHOLE = /(?<!\d)\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}\1\d{4}(?!\d)/g;
/** However it is grouped. Tried only where the usual forms find nothing: it could join a token with a number beside it. */
const LOOSE = /(?<!\d)(?:\d[ -]?){19}\d(?!\d)/g;

/** Order matters: the tokens of a key change are entered before the one with the units. */
const FIELDS = [
  /^kct_?token_?1$|^kct_?1$/i,
  /^kct_?token_?2$|^kct_?2$/i,
  /^kct|^keychange/i,
  /^tokens?$|^main_?token$|^meter_?token$|^standard_?token(value)?$|^purchased_code$|^pin$/i,
  /^bonus_?token$|^reset_?token$|^configure_?token$/i,
] as const;

/** All tokens in the fields that are known to carry them, then in `texts`, each once. */
export function findTokens(order: JsonObject, ...texts: unknown[]): string[] {
  const values = FIELDS.flatMap((field) =>
    Object.entries(order)
      .filter(([name]) => field.test(name))
      .map(([, value]) => value),
  );
  return [...new Set([...values, ...texts].flatMap(tokensIn))];
}

function tokensIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(tokensIn);
  if (isObject(value)) return Object.values(value).flatMap(tokensIn);
  if (typeof value !== 'string') return [];
  const text = value.slice(0, LONGEST_TEXT);
  const found = text.match(WHOLE) ?? text.match(LOOSE) ?? [];
  return found.map((token) => token.replace(/\D/g, ''));
}

const LONGEST_TEXT = 2_000;

/** The kilowatt-hours as the supplier writes them, without the unit; null when it does not say. They are never computed. */
export function findUnits(order: JsonObject, ...texts: unknown[]): string | null {
  for (const name of ['units', 'Units', 'unit', 'KWH', 'kwh', 'Kwh', 'mainTokenUnits', 'tokenUnits']) {
    const units = plainUnits(order[name]);
    if (units !== null) return units;
  }
  for (const text of texts) {
    const said = typeof text === 'string' ? /\bunits?\s*:?\s*(\d{1,7}(?:\.\d{1,6})?)/i.exec(text) : null;
    if (said?.[1] !== undefined) return said[1];
  }
  return null;
}

function plainUnits(value: unknown): string | null {
  if (typeof value === 'number') return value > 0 ? String(value) : null;
  const number = typeof value === 'string' ? /^\s*(\d{1,7}(?:\.\d{1,6})?)\s*(?:kwh)?\s*$/i.exec(value) : null;
  return number?.[1] !== undefined && Number(number[1]) > 0 ? number[1] : null;
}
