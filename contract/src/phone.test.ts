import { describe, expect, it } from 'vitest';
import { formatPhone, guessNetwork, normalisePhone, phonesIn, phoneToFind, readPhone } from './phone.ts';

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

describe('what people type and paste', () => {
  it.each([
    ['08031234567'],
    ['0803 123 4567'],
    ['(0803) 123.4567'],
    ['8031234567'],
    ['803 123 4567'],
    ['+234 803 123 4567'],
    ['+2340803 123 4567'],
    ['23408031234567'],
    ['002348031234567'],
    ['\u202a+234 803 123 4567\u202c'],
    ['\u2068+234 803 123 4567\u2069'],
    ['0803\u2011123\u20114567'],
    ['0803\u200b1234567\ufeff'],
    ['Call me: 08031234567'],
    ['Ada (+234 803 123 4567), MTN'],
    ['my line 803 123 4567 pls'],
    ['[25/11/2026, 08:03] Ada: +2340803 123 4567'],
    ['08031234567, or +2348031234567'],
  ])('%o means 08031234567', (text) => {
    expect(readPhone(text)).toBe('08031234567');
  });

  it.each([
    ['08031234567 or 08051234567'],
    ['0803 123 4567 0805 123 4567'],
    ['08031234567\n+2348051234567'],
    ['0803123456708051234567'],
  ])('%o has two numbers, and means none of them', (text) => {
    expect(phonesIn(text)).toEqual(['08031234567', '08051234567']);
    expect(readPhone(text)).toBeUndefined();
  });

  it.each([
    ['', 'nothing'],
    ['Call me', 'words'],
    ['080312345678', 'twelve digits'],
    ['0803 123 456', 'ten digits with the 0'],
    ['01234567890', 'a land line'],
    ['+8031234567', 'another country'],
    ['+1 803 123 4567', 'another country'],
    ['1-803-123-4567', 'another country'],
    ['12 0803 123 4567', 'beside other digits'],
    ['1234 0803 1234 567', 'pieces of a longer number'],
    ['\u0660\u0668\u0660\u0663\u0661\u0662\u0663\u0664\u0665\u0666\u0667', 'other digits'],
  ])('%o has none: %s', (text) => {
    expect(phonesIn(text)).toEqual([]);
  });
});

describe('phoneToFind', () => {
  it.each([
    ['\u202A+234 803 123 4567\u202C', '08031234567'],
    ['Bisi 0803-123-4567', '08031234567'],
    ['+2340803 12', '080312'],
    ['234 803', '0803'],
    ['45 0123 4567', '4501234567'],
    ['5\u20114\u20111\u20115', '5415'],
    ['', undefined],
    ['Bisi', undefined],
    ['Bisi 0803', undefined],
  ])('%j is looked for as %j', (text, digits) => {
    expect(phoneToFind(text)).toBe(digits);
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
