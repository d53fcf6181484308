import { expect, it } from 'vitest';
import { meterCompanies } from '@jara/contract/constants.ts';
import { checkMeter, meterOf } from './meter-check.ts';

const draft = (meterNumber: string) => ({
  meterId: String(meterCompanies[0].id),
  meterType: 'prepaid' as const,
  meterNumber,
});

it.each([
  ['45012345678'],
  ['4501 2345-678'],
  ['\u202a45012345678\u202c'],
  ['My meter is \u202a4501\u20112345\u2011678\u202c, prepaid'],
])('%o is the meter 45012345678', (text) => {
  expect(meterOf(draft(text))?.meterNumber).toBe('45012345678');
  expect(checkMeter(draft(text))).toEqual({ errors: {} });
});

it.each([
  ['', 'Enter the number on the meter or on an old receipt.'],
  ['\u202a\u202c', 'Enter the number on the meter or on an old receipt.'],
  ['\u202a45012\u202c', 'A meter number has 6 to 15 digits \u2014 you typed 5.'],
  ['4501234567O', 'A meter number has 6 to 15 digits. Keep them, and nothing else.'],
  ['45012345678 or 45012345679', 'A meter number has 6 to 15 digits \u2014 you typed 22.'],
])('%o is none: %s', (text, words) => {
  expect(meterOf(draft(text))).toBeUndefined();
  expect(checkMeter(draft(text)).errors.meterNumber).toBe(words);
});
