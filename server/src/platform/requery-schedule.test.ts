import { describe, expect, it } from 'vitest';
import { isCertainlyRefused, nextCheckAt } from './requery-schedule.ts';

const settings = { unknownReferenceQuietSeconds: 600, giveUpHours: 24 };
const sentAt = new Date('2026-11-20T10:00:00Z');
const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1_000);
const secondsAfter = (date: Date | null) =>
  date === null ? null : (date.getTime() - sentAt.getTime()) / 1_000;
const never = () => 0;

describe('nextCheckAt', () => {
  it.each([
    // asked after  next mark after sending
    [0, 5],
    [4.9, 5],
    [5, 10],
    [12, 20],
    [25, 30],
    [59, 60],
    [60, 120],
    [121, 300],
    [600, 1_800],
    [1_801, 3_600],
    [3_600, 7_200],
    [86_399, 86_400],
    [86_400, null],
  ])('%s s after sending it is %s s', (elapsed, expected) => {
    expect(
      secondsAfter(nextCheckAt({ sentAt, firstNotFoundAt: null }, after(elapsed), settings, never)),
    ).toBe(expected);
  });

  it('comes up to a fifth of the wait later', () => {
    const next = nextCheckAt({ sentAt, firstNotFoundAt: null }, after(60), settings, () => 1);
    expect(secondsAfter(next)).toBe(60 + 60 * 1.2);
  });

  it('comes as soon as a second "not known" is certain', () => {
    const next = nextCheckAt({ sentAt, firstNotFoundAt: after(5) }, after(602), settings, never);
    expect(secondsAfter(next)).toBe(606);
  });
});

describe('isCertainlyRefused', () => {
  it.each([
    ['the first time', null, 100_000, false],
    ['9 min 59 s after the first time', 5, 604, false],
    ['10 min after the first time', 5, 605, true],
  ])('"not known" %s', (_case, firstNotFound, elapsed, expected) => {
    const firstNotFoundAt = firstNotFound === null ? null : after(firstNotFound);
    expect(isCertainlyRefused({ sentAt, firstNotFoundAt }, after(elapsed), settings)).toBe(expected);
  });
});
