/** The meters of the sandbox environment: any number has one, always the same, and its digits say what is special about it. */
import { createHash } from 'node:crypto';

/** The companies, their number at msorg-style sites and their service at VTpass. */
export const DISCOS = [
  { name: 'Ikeja', id: 18, service: 'ikeja-electric' },
  { name: 'Ibadan', id: 19, service: 'ibadan-electric' },
  { name: 'Eko', id: 20, service: 'eko-electric' },
  { name: 'Port Harcourt', id: 21, service: 'portharcourt-electric' },
  { name: 'Kaduna', id: 22, service: 'kaduna-electric' },
  { name: 'Kano', id: 23, service: 'kano-electric' },
  { name: 'Jos', id: 24, service: 'jos-electric' },
  { name: 'Abuja', id: 25, service: 'abuja-electric' },
  { name: 'Enugu', id: 26, service: 'enugu-electric' },
  { name: 'Yola', id: 28, service: 'yola-electric' },
  { name: 'Benin', id: 29, service: 'benin-electric' },
] as const;
export type Disco = (typeof DISCOS)[number]['name'];
export type MeterType = 'prepaid' | 'postpaid';

export interface Meter {
  name: string;
  address: string;
  minimumNaira: number;
}

/** What electricity costs us of its face value. */
export const ELECTRICITY_COST_PERCENT = 99;
const UNKNOWN_METER_DIGITS = '0000';
const KEY_CHANGE_DIGITS = '77';
const IN_DEBT_DIGITS = '88';

const LEAST_NAIRA = 500;
const LEAST_IN_DEBT_NAIRA = 2_000;
const NAIRA_PER_UNIT = 68;
const FIRST_NAMES = ['ADAEZE', 'BOLA', 'CHIDI', 'DAMILOLA', 'EMEKA', 'FATIMA', 'GARBA', 'HALIMA'];
const LAST_NAMES = ['OKAFOR', 'ADEYEMI', 'BELLO', 'EZE', 'LAWAL', 'DANJUMA', 'OSAGIE', 'IBRAHIM'];
const STREETS = ['MARKET ROAD', 'CHURCH STREET', 'AIRPORT ROAD', 'STADIUM ROAD', 'HOSPITAL ROAD'];

/** Undefined for a number that no meter has. */
export function findMeter(number: string): Meter | undefined {
  if (!/^\d{6,15}$/.test(number) || number.endsWith(UNKNOWN_METER_DIGITS)) return undefined;
  const bytes = digest(number);
  const pick = (list: readonly string[], place: number): string =>
    list[(bytes[place] ?? 0) % list.length] ?? '';
  return {
    name: `${pick(FIRST_NAMES, 0)} ${pick(LAST_NAMES, 1)}`,
    address: `${1 + ((bytes[2] ?? 0) % 90)} ${pick(STREETS, 3)}`,
    minimumNaira: number.startsWith(IN_DEBT_DIGITS) ? LEAST_IN_DEBT_NAIRA : LEAST_NAIRA,
  };
}

/** The tokens of one sale, in the order in which they are entered: a meter that awaits its key change gets two more, first. */
export function tokensOf(sale: string, number: string): string[] {
  const names = number.startsWith(KEY_CHANGE_DIGITS) ? ['kct1', 'kct2', 'credit'] : ['credit'];
  return names.map((name) => {
    const digits = Array.from(digest(`${sale}/${number}/${name}`).subarray(0, 20), (byte) => byte % 10);
    return digits.join('');
  });
}

export const unitsOf = (naira: number): string => (naira / NAIRA_PER_UNIT).toFixed(1);

/** `1234-5678-9012-3456-7890`, as it is printed. */
export const grouped = (token: string): string => token.replace(/(\d{4})(?=\d)/g, '$1-');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
