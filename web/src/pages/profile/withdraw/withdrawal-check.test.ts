import { expect, it } from 'vitest';
import { checkAccount, readAccountNumber } from './withdrawal-check.ts';

const draft = (accountNumber: string) => ({ bankCode: '058', accountNumber });

it.each([
  ['0123456789'],
  ['012 345-6789'],
  ['\u202a0123456789\u202c'],
  ['GTBank 012\u2011345\u20116789, Ada Obi, 08031234567'],
])('%o is the account 0123456789', (text) => {
  expect(readAccountNumber(text)).toBe('0123456789');
  expect(checkAccount(draft(text))).toEqual({ errors: {} });
});

it.each([
  ['', 'Enter the 10 digits of the account number.'],
  ['\u202a\u202c', 'Enter the 10 digits of the account number.'],
  ['\u202a012345678\u202c', 'An account number has 10 digits \u2014 you typed 9.'],
  ['O0123456789', 'An account number has 10 digits. Keep them, and nothing else.'],
  ['0123456789 or 0123456780', 'An account number has 10 digits \u2014 you typed 20.'],
])('%o is none: %s', (text, words) => {
  expect(readAccountNumber(text)).toBeUndefined();
  expect(checkAccount(draft(text)).errors.accountNumber).toBe(words);
});
