import { describe, expect, it } from 'vitest';
import { readSearch } from './read-search.ts';

const reference = 'JR2611250ABCDEFGHJ';

describe('what somebody pastes', () => {
  it.each([
    [reference],
    [` ${reference.toLowerCase()}\u200b `],
    [`Slip ${reference}`],
    [`${reference}1`],
    [`202611251203${reference}2`],
    ['JR261125 0ABCDEFGHJ'],
  ])('is a reference: %j', (text) => {
    expect(readSearch(text).references).toContain(reference);
  });

  it.each([
    ['08031234567'],
    ['+234 803 123 4567'],
    ['+2340803 123 4567'],
    ['\u202a+234\u00a0803\u2011123\u20114567\u202c'],
    ['Call me: 0803-123-4567'],
    ['8031234567'],
  ])('is a phone number: %j', (text) => {
    expect(readSearch(text)).toMatchObject({ phone: '08031234567', digits: undefined });
  });

  it.each([
    ['0803 12', '080312'],
    ['+234 803 12', '080312'],
    ['45 0123 4567 890', '4501234567890'],
    ['\u200e45012345678', '45012345678'],
  ])('is the beginning of a phone or meter number: %j', (text, digits) => {
    expect(readSearch(text)).toMatchObject({ phone: undefined, digits });
  });

  it.each([
    ['1500', 150_000n],
    ['₦1,500', 150_000n],
    ['N 1,500.50', 150_050n],
    ['ngn 0.5', 50n],
    ['12,34', undefined],
    ['0', undefined],
    ['08031234567', undefined],
    ['12345678901', undefined],
  ])('is a sum, or none: %j', (text, amountKobo) => {
    expect(readSearch(text).amountKobo).toBe(amountKobo);
  });

  it('is a name by which a supplier or a client calls it, as it is written', () => {
    expect(readSearch(' Vend-77x\u200b ').givenName).toBe('Vend-77x');
    expect(readSearch('ab').givenName).toBeUndefined();
  });

  it.each([
    ['@Ada_O', 'ada_o'],
    ['Ada   Obi', 'ada obi'],
    ['ADA@example.com', 'ada@example.com'],
    ['a', undefined],
    ['08031234567', undefined],
  ])('is the beginning of a name: %j', (text, beginning) => {
    expect(readSearch(text).beginning).toBe(beginning);
  });
});
