/** Who holds a bank account: always the same name for the same account, without a list of them. */
import { createHash } from 'node:crypto';

const FIRST = [
  'ADAEZE',
  'BOLANLE',
  'CHIDI',
  'DAMILOLA',
  'EFE',
  'FATIMA',
  'HAUWA',
  'IBRAHIM',
  'KELECHI',
  'NGOZI',
];
const MIDDLE = ['AISHA', 'BLESSING', 'CHIOMA', 'DAVID', 'EMEKA', 'GRACE', 'JOHN', 'MUSA', 'PEACE', 'TUNDE'];
const LAST = ['ADEYEMI', 'BELLO', 'EZE', 'GARBA', 'IDOWU', 'NWOSU', 'OBI', 'OKAFOR', 'SANI', 'YUSUF'];

/** Accounts that end in these digits do not exist. */
const NO_ACCOUNT_DIGITS = '9999';

export function holderOf(bankCode: string, accountNumber: string): string | undefined {
  if (!/^\d{6}$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return undefined;
  if (accountNumber.endsWith(NO_ACCOUNT_DIGITS)) return undefined;
  const [first = 0, middle = 0, last = 0] = createHash('sha256')
    .update(`${bankCode}/${accountNumber}`)
    .digest();
  const pick = (names: readonly string[], byte: number): string => names[byte % names.length] ?? '';
  return `${pick(FIRST, first)} ${pick(MIDDLE, middle)} ${pick(LAST, last)}`;
}
