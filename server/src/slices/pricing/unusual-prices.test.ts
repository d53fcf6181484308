import { kobo, naira, type Kobo } from '@jara/contract/money.ts';
import { usualChangePercent } from '@jara/contract/calls/unusual-prices.ts';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/refuse.ts';
import { refuseUnusualPrices, type PriceChange } from './unusual-prices.ts';

const change = (to: Kobo, from: Kobo | null, cost: Kobo | null): PriceChange => ({
  field: 'apiPrice',
  fromKobo: from,
  toKobo: to,
  costKobo: cost,
});

/** Why staff are asked about the change; undefined when they are not. */
function whyAsked(to: Kobo, from: Kobo | null, cost: Kobo | null): unknown {
  try {
    refuseUnusualPrices([change(to, from, cost)], false);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // What the call documents.
    return (error.details.body as { prices: { why: string }[] }).prices.map(({ why }) => why).join();
  }
}

describe('a price', () => {
  const [cost, one] = [naira(400), kobo(1)];
  it.each([
    ['a kobo above its cost', cost + one, undefined],
    ['at its cost', cost, undefined],
    ['a kobo below its cost', cost - one, 'below_cost'],
  ])('%s', (_where, to, why) => {
    expect(whyAsked(to as Kobo, null, cost)).toBe(why);
    expect(whyAsked(to as Kobo, to as Kobo, cost)).toBe(why);
  });

  const from = naira(1_000);
  const most = (from * BigInt(usualChangePercent)) / 100n;
  it.each([
    ['as far up as usual', from + most, undefined],
    ['a kobo further up', from + most + one, 'big_change'],
    ['as far down as usual', from - most, undefined],
    ['a kobo further down', from - most - one, 'big_change'],
  ])('%s', (_where, to, why) => {
    expect(whyAsked(to as Kobo, from, null)).toBe(why);
  });

  it('that is new is far from nothing', () => {
    expect(whyAsked(naira(100_000), null, null)).toBeUndefined();
  });

  it('far away and below its cost is asked about as below its cost', () => {
    expect(whyAsked(naira(1), from, cost)).toBe('below_cost');
  });

  it('that is confirmed is not asked about', () => {
    expect(() => refuseUnusualPrices([change(naira(1), from, cost)], true)).not.toThrow();
  });
});
