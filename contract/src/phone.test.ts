import { describe, expect, it } from 'vitest';
import { formatPhone, guessNetwork, normalisePhone } from './phone.ts';

describe('normalisePhone', () => {
  it.each([
    ['08031234567'],
    ['0803 123 4567'],
    ['0803-123-4567'],
    ['(0803) 123.4567'],
    ['2348031234567'],
    ['+2348031234567'],
    ['+234 803 123 4567'],
    ['002348031234567'],
    [' 08031234567 '],
    ['0803\u00a01234567'],
  ])('%o is 08031234567', (typed) => {
    expect(normalisePhone(typed)).toBe('08031234567');
  });

  it.each([
    ['', 'nothing'],
    ['0803123456', 'ten digits'],
    ['080312345678', 'twelve digits'],
    ['8031234567', 'no leading zero'],
    ['06031234567', 'no mobile range'],
    ['08231234567', 'no mobile range'],
    ['01234567890', 'a land line'],
    ['+12348031234567', 'another country'],
    ['23408031234567', 'country code and zero'],
    ['+234080312345', 'country code and a short number'],
    ['0803123456a', 'a letter'],
    ['\u0660\u0668\u0660\u0663\u0661\u0662\u0663\u0664\u0665\u0666\u0667', 'other digits'],
    ['08031234567,08031234568', 'two numbers'],
    ['0803+1234567', 'a plus inside'],
  ])('%o is no number: %s', (typed) => {
    expect(normalisePhone(typed)).toBeUndefined();
  });

  it('leaves its own result as it is', () => {
    expect(normalisePhone(normalisePhone('+234 903 123 4567') ?? '')).toBe('09031234567');
  });
});

describe('formatPhone', () => {
  it.each([
    ['08031234567', '0803 123 4567'],
    ['0803', '0803'],
    ['62300012345', '62300012345'],
    ['', ''],
  ])('%o reads %o', (phone, expected) => {
    expect(formatPhone(phone)).toBe(expected);
  });
});

describe('guessNetwork', () => {
  it.each([
    ['08031234567', 'MTN'],
    ['07031234567', 'MTN'],
    ['09161234567', 'MTN'],
    ['07025123456', 'MTN'],
    ['07026123456', 'MTN'],
    ['08051234567', 'GLO'],
    ['09151234567', 'GLO'],
    ['08021234567', 'AIRTEL'],
    ['09121234567', 'AIRTEL'],
    ['08091234567', '9MOBILE'],
    ['09091234567', '9MOBILE'],
    ['+2348051234567', 'GLO'],
    ['2348051234567', 'GLO'],
    ['0803', 'MTN'],
    ['080', undefined],
    ['07001234567', undefined],
    ['07021234567', undefined],
    ['', undefined],
    ['+2348', undefined],
  ])('%o is %o', (phone, expected) => {
    expect(guessNetwork(phone)).toBe(expected);
  });
});
