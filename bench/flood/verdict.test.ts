import { expect, it } from 'vitest';
import { isTaken, LIMIT } from './verdict.ts';

it.each([
  ['as quick as in quiet', 1, false],
  ['slower, and not yet too slow', 2.99, false],
  ['as slow as it may not be', LIMIT, true],
  ['slower than that', 14, true],
  // A run that measured nothing proves nothing.
  ['not measured', Number.NaN, true],
])('a dashboard that is %s under a flood: %d, taken away: %s', (_how, ratio, expected) => {
  expect(isTaken({ title: 'from everywhere', ratio })).toBe(expected);
});
