/** What a pasted text may mean to staff: each meaning in the spelling that is stored, so that an index finds it. */
import { parseNaira } from '@jara/contract/money.ts';
import { readPhone } from '@jara/contract/phone.ts';
import { REFERENCE } from '@jara/contract/reference.ts';

/** Undefined or empty where the text cannot mean that. */
export interface Meanings {
  references: string[];
  /** A whole phone number, 11 digits. */
  phone: string | undefined;
  /** The first digits of a phone or meter number. */
  digits: string | undefined;
  /** A name that a supplier, a gateway, a bank or a client gave. */
  givenName: string | undefined;
  amountKobo: bigint | undefined;
  /** The beginning of a user name, an e-mail address, a name; in lower case. */
  beginning: string | undefined;
}

const REFERENCES = new RegExp(REFERENCE.source, 'g');
const FEWEST_DIGITS = 6;
const FEWEST_LETTERS = 2;
const FEWEST_OF_GIVEN_NAME = 4;

/** Without marks that nobody sees, with single spaces. */
const clean = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export function readSearch(input: string): Meanings {
  const text = clean(input);
  const joined = text.replaceAll(' ', '');
  const phone = readPhone(text);
  const isGivenName = joined.length >= FEWEST_OF_GIVEN_NAME && /^[!-~]+$/.test(joined);
  return {
    references: referencesIn(joined),
    phone,
    digits: phone === undefined ? firstDigits(joined) : undefined,
    givenName: isGivenName ? joined : undefined,
    amountKobo: readAmount(joined),
    beginning: readBeginning(text),
  };
}

/** Also within what suppliers are sent, which has the attempt's number or the time around it. */
function referencesIn(joined: string): string[] {
  const capitals = joined.toUpperCase();
  const whole = /^[0-9A-Z-]{6,40}$/.test(capitals) ? [capitals] : [];
  return [...new Set([...(capitals.match(REFERENCES) ?? []), ...whole])];
}

function firstDigits(joined: string): string | undefined {
  const digits = joined
    .replaceAll(/[().\-\u2010-\u2015\u2212]/g, '')
    .replace(/^(?:\+|00)?234(?=[789])0?/, '0');
  return /^\d{1,20}$/.test(digits) && digits.length >= FEWEST_DIGITS ? digits : undefined;
}

/** With or without the naira sign and the commas of thousands. A number that begins with 0 is none. */
function readAmount(joined: string): bigint | undefined {
  const [, digits] =
    /^(?:₦|NGN|N)?((?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,9}|0)(?:\.\d{1,2})?)$/i.exec(joined) ?? [];
  const amount = digits === undefined ? undefined : parseNaira(digits.replaceAll(',', ''));
  return amount === 0n ? undefined : amount;
}

function readBeginning(text: string): string | undefined {
  const beginning = text.replace(/^@/, '').toLowerCase();
  return beginning.length >= FEWEST_LETTERS && /\p{L}/u.test(beginning) ? beginning : undefined;
}
