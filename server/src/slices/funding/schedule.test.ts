import { describe, expect, it } from 'vitest';
import { EXPIRES_AFTER_SECONDS, secondsToNextCheck } from './schedule.ts';

describe('the schedule of checks', () => {
  it('is that of the purchases for a day, then once a day for a week', () => {
    const marks: number[] = [];
    for (let age = 0, wait: number | null = 0; wait !== null; age += wait) {
      if (wait > 0) marks.push(age);
      wait = secondsToNextCheck(age);
      if (wait === null) break;
    }
    expect(marks.slice(0, 9)).toEqual([5, 10, 20, 30, 60, 120, 300, 600, 1_800]);
    expect(marks.slice(9, 33)).toEqual(Array.from({ length: 24 }, (_, n) => (n + 1) * 3_600));
    expect(marks.slice(33)).toEqual([2, 3, 4, 5, 6, 7].map((days) => days * 86_400));
    expect(marks.at(-1)).toBe(EXPIRES_AFTER_SECONDS);
  });

  it.each([
    [4.999, 1],
    [0.5, 4.5],
    [3_599.5, 1],
    [EXPIRES_AFTER_SECONDS - 0.5, 1],
    [EXPIRES_AFTER_SECONDS, null],
    [10 * EXPIRES_AFTER_SECONDS, null],
  ])('at an age of %d s waits %s s', (age, seconds) => {
    expect(secondsToNextCheck(age)).toBe(seconds);
  });
});
