import { expect, it } from 'vitest';
import { delayAfter } from './start-processes.ts';

it('the delay before another process takes its place grows while they keep ending, up to half a minute', () => {
  const delays: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) delays.push(delayAfter(delays.at(-1) ?? 0, 200));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(delayAfter(30_000, 60_000)).toBe(1_000);
});
