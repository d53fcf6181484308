import { describe, expect, it } from 'vitest';
import { digitsIn } from './digits.ts';

const meter = /^\d{6,15}$/;
const account = /^\d{10}$/;

describe('digitsIn', () => {
  it.each([
    ['45012345678'],
    ['4501 2345 678'],
    ['4501-2345-678'],
    ['4501\u20112345\u2013678'],
    ['4501\u00a02345\u202f678'],
    ['\u202a45012345678\u202c'],
    ['4501\u200b2345678\ufeff'],
    ['Meter: 45012345678'],
    ['Meter no. \u202a4501 2345 678\u202c, prepaid. \u20a62,000 pls'],
    ['45012345678, I mean 4501 2345 678'],
  ])('%o is 45012345678', (text) => {
    expect(digitsIn(text, meter)).toBe('45012345678');
  });

  it.each([
    ['GTBank 0123456789, 08031234567'],
    ['0123456789 Ada, +2348031234567'],
    ['Acct. 0123456789, N5,000.00 on 29.11.2026.'],
    ['0123456789.'],
  ])('of %o takes the one that fits', (text) => {
    expect(digitsIn(text, account)).toBe('0123456789');
  });

  it.each([['Acct0123456789, call 8031234567'], ['0123456789\uff18'], ['1 0123456789']])(
    '%o is no number of an account',
    (text) => {
      expect(digitsIn(text, account)).toBeUndefined();
    },
  );

  it.each([
    ['', 'nothing'],
    ['my meter', 'words'],
    ['45012', 'too few'],
    ['4501234567890123', 'too many'],
    ['45012345678 or 45012345679', 'two that fit'],
    ['4501234567O', 'a letter for a digit'],
    ['450123 4567O', 'the same, and the first half would do'],
    ['O4501234567', 'the same at the beginning'],
    ['+2348031234567', 'a phone number'],
    ['\u0664\u0665\u0660\u0661\u0662\u0663', 'other digits'],
    ['4501234567\uff18', 'another digit at its end'],
    ['****456789', 'a mask'],
    ['450123.45678', 'a point in it'],
    ['4501234/567', 'a stroke in it'],
    ['450.12345678', 'a point near its beginning'],
    ['08031234567, mtr45012345678', 'a phone number beside one that cannot be read'],
    ['29-11-2026 meter 4501234567O', 'a date beside one that cannot be read'],
  ])('%o is no number of a meter: %s', (text) => {
    expect(digitsIn(text, meter)).toBeUndefined();
  });
});
