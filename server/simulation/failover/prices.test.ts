import { describe, expect, it } from 'vitest';
import { longestGap } from './buying.ts';
import { wasInForce, type Price } from './prices.ts';

describe('what a sale may have cost', () => {
  const prices: Price[] = [
    { kobo: 100, sentMs: -Infinity, doneMs: -Infinity },
    { kobo: 200, sentMs: 1_000, doneMs: 1_500 },
    { kobo: 300, sentMs: 9_000, doneMs: Infinity },
  ];

  it.each([
    ['the first price, before any change', 100, 10, 20],
    ['the old price while it is being changed', 100, 1_200, 1_300],
    ['the new price while it is being set', 200, 1_200, 1_300],
    ['an old price of a purchase that was asked for before the change was done', 100, 1_400, 5_000],
    ['the price that was set', 200, 2_000, 3_000],
    ['the price before one of which nobody knows yet whether it was set', 200, 20_000, 21_000],
    ['the price of which nobody knows yet whether it was set', 300, 20_000, 21_000],
  ])('is %s', (_what, kobo, sentMs, doneMs) => {
    expect(wasInForce(prices, kobo, { sentMs, doneMs })).toBe(true);
  });

  it.each([
    ['an old price after the change was answered', 100, 1_501, 1_600],
    ['a price that nobody had asked for yet', 200, 10, 900],
    ['a price that never was', 150, 10, 20_000],
  ])('is not %s', (_what, kobo, sentMs, doneMs) => {
    expect(wasInForce(prices, kobo, { sentMs, doneMs })).toBe(false);
  });
});

describe('the longest gap', () => {
  it.each([
    ['between two sales', [10, 20, 70, 80], 50],
    ['before the first', [60, 70, 99], 60],
    ['after the last', [10, 20, 30], 70],
    ['all the time where nothing is sold', [], 100],
    ['not between sales of another time', [-900, 10, 50, 60, 900], 40],
  ])('is that %s', (_which, moments, gap) => {
    expect(longestGap(moments, 0, 100)).toBe(gap);
  });
});
