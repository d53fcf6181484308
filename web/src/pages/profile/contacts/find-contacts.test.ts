import { describe, expect, it } from 'vitest';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { expiryWords, findContacts } from './find-contacts.ts';

const mama: Contact = {
  _id: '1',
  contactName: 'Mama Nkechi',
  contactNumber: '08031234567',
  contactNetwork: 'MTN',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-01T10:00:00.000Z',
};
const chidi: Contact = { ...mama, _id: '2', contactName: 'Chidi', contactNumber: '08051112222' };

it.each([
  ['', ['Mama Nkechi', 'Chidi']],
  ['nkE', ['Mama Nkechi']],
  ['0805', ['Chidi']],
  ['+234 803 123', ['Mama Nkechi']],
  ['+2340803', ['Mama Nkechi']],
  ['8031234567', ['Mama Nkechi']],
  ['\u202a+234 803 123 4567\u202c', ['Mama Nkechi']],
  ['0803\u2011123', ['Mama Nkechi']],
  ['zainab', []],
])('"%s" finds %j', (text, names) => {
  expect(findContacts([mama, chidi], text).map(({ contactName }) => contactName)).toEqual(names);
});

describe('contacts are deleted after 30 days of inactivity, and the list says so before', () => {
  it.each([
    [22, undefined],
    [23, 'Unused for 23 days, leaves in 7'],
    [28, 'Unused for 28 days, leaves in 2'],
    [29, 'Unused for 29 days, leaves tomorrow'],
    [30, 'Unused for 30 days, leaves today'],
  ])('after %d days: %s', (days, words) => {
    const now = Date.parse(mama.lastUsedAt) + days * 24 * 3_600_000 + 1;
    expect(expiryWords(mama, now)).toBe(words);
  });
});
