import { describe, expect, it } from 'vitest';
import { secondsToNextTry, type Schedule } from './retry-schedule.ts';

const short: Schedule = { delaysSeconds: [5, 60] };
const patient: Schedule = { delaysSeconds: [5, 60], thenEverySeconds: 3_600, giveUpAfterSeconds: 7_200 };

describe('the next try', () => {
  it.each([
    ['after the first', short, 1, 0, 5],
    ['after the second', short, 2, 0, 60],
    ['after the last pause never', short, 3, 0, null],
    ['at any age where no age ends it', short, 1, 1_000_000, 5],
    ['after the pauses at a fixed distance', patient, 3, 0, 3_600],
    ['after many tries too', patient, 50, 7_199, 3_600],
    ['not of what is too old', patient, 1, 7_200, null],
  ] as const)('%s', (_title, schedule, tries, ageSeconds, seconds) => {
    expect(secondsToNextTry(schedule, { tries, ageSeconds })).toBe(seconds);
  });
});
