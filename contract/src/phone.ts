/** Nigerian mobile numbers: one normaliser and one guess of the network, used on both sides. */
import type { Network } from './constants.ts';

const LOCAL_NUMBER = /^0[789][01]\d{8}$/;

/**
 * Turns what programs send (`+2348031234567`, `0803-123-4567`) into the 11 local digits, or `undefined` when it is not a Nigerian mobile
 * number. Ten digits without the 0 are none: a program that loses the 0 shall hear of it.
 */
export function normalisePhone(input: string): string | undefined {
  const digits = input.replace(/[\s().-]/g, '');
  const local = digits.replace(/^(?:\+|00)?234(?=[789][01]\d{8}$)/, '0');
  return LOCAL_NUMBER.test(local) ? local : undefined;
}

/** What people have between digits: spaces, brackets, dots, every dash, and the invisible marks that WhatsApp and iPhones add. */
const BETWEEN = String.raw`[\s().\-\u2010-\u2015\u2212\p{Cf}]`;
const between = new RegExp(`${BETWEEN}+`, 'gu');
const runOfDigits = new RegExp(String.raw`\+?\d(?:${BETWEEN}*\d)*`, 'gu');
const FULL_NUMBER = String.raw`(?:(?:\+|00)?2340?|0)[789][01]\d{8}`;
const fullNumbers = new RegExp(FULL_NUMBER, 'g');
const onlyFullNumbers = new RegExp(`^(?:${FULL_NUMBER})+$`);

/**
 * The Nigerian mobile numbers in what people type and paste, as 11 local digits, each once. Words may stand around a number; it may lack
 * its 0 or have it after +234.
 */
export function phonesIn(text: string): string[] {
  return [...new Set((text.match(runOfDigits) ?? []).flatMap(phonesOfRun))];
}

/** The one number that a person means, as 11 local digits; `undefined` where there is none, or several. */
export function readPhone(text: string): string | undefined {
  const [phone, another] = phonesIn(text);
  return another === undefined ? phone : undefined;
}

/**
 * What a list is to find by a number that a person types or pastes: the whole one as 11 local digits, else the digits that it begins with,
 * also those of a meter; `undefined` where it is neither.
 */
export function phoneToFind(text: string): string | undefined {
  const digits = readPhone(text) ?? text.replace(between, '').replace(/^(?:\+|00)?2340?/, '0');
  return /^\d+$/.test(digits) ? digits : undefined;
}

/** Beside other digits nothing is a number: it may be a part of something else, as of another country's number. */
function phonesOfRun(run: string): string[] {
  const digits = run.replace(between, '');
  if (/^[789][01]\d{8}$/.test(digits)) return [`0${digits}`];
  const numbers = onlyFullNumbers.test(digits) ? (digits.match(fullNumbers) ?? []) : [];
  return numbers.map((number) => `0${number.slice(-10)}`);
}

/** `0803 123 4567`, for reading. Anything else is returned as it is. */
export function formatPhone(phone: string): string {
  return LOCAL_NUMBER.test(phone) ? `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}` : phone;
}

const prefixes: Record<Network, string> = {
  MTN: '0703 0704 0706 0707 0803 0806 0810 0813 0814 0816 0903 0906 0913 0916',
  GLO: '0705 0805 0807 0811 0815 0905 0915',
  AIRTEL: '0701 0708 0802 0808 0812 0901 0902 0904 0907 0911 0912',
  '9MOBILE': '0809 0817 0818 0908 0909',
};

const networkOfPrefix = new Map<string, Network>(
  Object.entries(prefixes).flatMap(([network, list]) =>
    list.split(' ').map((prefix) => [prefix, network as Network] as const),
  ),
);
networkOfPrefix.set('07025', 'MTN').set('07026', 'MTN');

/**
 * The network that the prefix was issued to. Only a hint: numbers have been portable since 2013, so callers show it and let it
 * be changed.
 */
export function guessNetwork(phone: string): Network | undefined {
  const local = phone.startsWith('+') || phone.length > 11 ? normalisePhone(phone) : phone;
  if (local === undefined) return undefined;
  return networkOfPrefix.get(local.slice(0, 5)) ?? networkOfPrefix.get(local.slice(0, 4));
}
