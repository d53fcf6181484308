import { describe, expect, it } from 'vitest';
import { dayWords, timeWords } from './when.tsx';

// Saturday, 00:30 in Lagos while it is still Friday in UTC.
const now = new Date('2026-11-20T23:30:00Z');

describe('times in Lagos', () => {
  it.each([
    ['2026-11-20T23:10:00Z', '00:10'],
    ['2026-11-20T13:02:00Z', 'Fri 14:02'],
    ['2026-11-21T13:02:00Z', '14:02'],
    ['2026-11-22T13:02:00Z', 'Sun 14:02'],
    ['2026-11-01T13:02:00Z', '1 Nov 2026'],
  ])('%s is said as %s', (iso, words) => {
    expect(timeWords(iso, { now })).toBe(words);
  });

  it('keeps the clock on old dates when asked to', () => {
    expect(timeWords('2026-11-01T13:02:00Z', { precise: true, now })).toBe('1 Nov 2026, 14:02');
  });

  it.each([
    ['2026-11-20T23:10:00Z', 'Today'],
    ['2026-11-20T13:02:00Z', 'Yesterday'],
    ['2026-11-19T13:02:00Z', '19 Nov 2026'],
  ])('the day of %s is %s', (iso, words) => {
    expect(dayWords(iso, now)).toBe(words);
  });
});
