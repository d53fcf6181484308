import { expect, it } from 'vitest';
import { roundUp } from './chart.tsx';

it.each([
  [0, 0],
  [-5, 0],
  [0.45, 0.5],
  [1, 1],
  [1.1, 1.5],
  [2.2, 3],
  [30, 30],
  [550, 600],
  [99_999, 100_000],
])('the axis for %s ends at %s', (most, end) => {
  expect(roundUp(most)).toBeCloseTo(end);
});
