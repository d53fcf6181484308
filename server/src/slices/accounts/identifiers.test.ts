import { describe, expect, it } from 'vitest';
import { readIdentifier, readNewUserName, readUserName, spellingOf } from './identifiers.ts';

describe('whom a person means who logs in', () => {
  it.each([
    ['08031234567'],
    ['0803 123 4567'],
    ['8031234567'],
    ['+234 803 123 4567'],
    ['+2340803 123 4567'],
    ['\u202a+234 803 123 4567\u202c'],
    ['0803\u2011123\u20114567'],
    ['\u2068+2348031234567\u2069 '],
  ])('%o is the phone number 08031234567', (input) => {
    expect(readIdentifier(input)).toEqual({ column: 'phone', value: '08031234567' });
    expect(spellingOf(input)).toBe('08031234567');
  });

  it.each([
    ['Ada', 'user_name', 'ada'],
    ['\u200eada\u200f ', 'user_name', 'ada'],
    ['ada_08031234567', 'user_name', 'ada_08031234567'],
    ['ada08031234567', 'user_name', 'ada08031234567'],
    ['12345678', 'user_name', '12345678'],
    ['08031234567@mail.example', 'email', '08031234567@mail.example'],
    ['\u202aAda@Mail.example\u202c', 'email', 'ada@mail.example'],
  ])('%o is of %s: %o', (input, column, value) => {
    expect(readIdentifier(input)).toEqual({ column, value });
  });

  it.each([[''], ['ad'], ['08031234567 or 08051234567'], ['ada lovelace'], ['ada@mail']])(
    '%o is nobody',
    (input) => {
      expect(readIdentifier(input)).toBeUndefined();
    },
  );
});

it.each([['08031234567'], ['8031234567'], ['2348031234567'], ['23408031234567']])(
  'nobody new is called %s: it reads as the phone number of somebody else',
  (input) => {
    expect(readNewUserName(input)).toBeUndefined();
  },
);

it.each([['ada'], ['12345678'], ['ada08031234567']])('a newcomer may be called %s', (input) => {
  expect(readNewUserName(input)).toBe(input);
});

it('who was called by ten digits before is still found by that name', () => {
  expect(readUserName('8031234567')).toBe('8031234567');
});
