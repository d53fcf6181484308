import { expect, it } from 'vitest';
import { ageWords, agoWords } from './ago.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:05Z', 'just now'],
  ['2026-11-21T11:58:10Z', '1 minute ago'],
  ['2026-11-21T08:30:00Z', '3 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', 'last week'],
  ['2026-06-01T12:00:00Z', '5 months ago'],
  ['2024-01-01T12:00:00Z', '2 years ago'],
])('%s was %s', (iso, words) => {
  expect(agoWords(iso, now)).toBe(words);
});

it.each([
  ['2026-11-21T11:59:30Z', 'under a minute'],
  ['2026-11-21T11:58:10Z', '1 minute'],
  ['2026-11-20T09:30:00Z', '26 hours'],
  ['2026-11-19T12:00:00Z', '2 days'],
])('from %s on it lasts %s', (iso, words) => {
  expect(ageWords(iso, now)).toBe(words);
});
