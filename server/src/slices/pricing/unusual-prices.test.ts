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

  it('is shown with the figures of its plan, and with the first that is unusual in words', () => {
    const usual = change(naira(500), naira(500), cost);
    const askedAbout = (...changes: PriceChange[]): unknown => {
      try {
        return refuseUnusualPrices(changes, false);
      } catch (error) {
        return error;
      }
    };
    expect(askedAbout(usual, { ...change(naira(399), null, cost), planId: 7 })).toMatchObject({
      code: 'price_needs_confirmation',
      message: '₦399.00 is below the cost of ₦400.00. Confirm that it is meant',
      details: {
        body: {
          prices: [{ planId: 7, field: 'apiPrice', from: null, to: 399, cost: 400, why: 'below_cost' }],
        },
      },
    });
    expect(askedAbout(usual, change(naira(5_000), from, cost), change(naira(1), from, cost))).toMatchObject({
      message: '₦5,000.00 is far from ₦1,000.00. Confirm that it is meant',
      details: {
        body: {
          prices: [
            { field: 'apiPrice', from: 1_000, to: 5_000, cost: 400, why: 'big_change' },
            { field: 'apiPrice', from: 1_000, to: 1, cost: 400, why: 'below_cost' },
          ],
        },
      },
    });
    expect(askedAbout(change(naira(5_000), from, null))).toMatchObject({
      message: '₦5,000.00 is far from ₦1,000.00. Confirm that it is meant',
      details: { body: { prices: [{ cost: null }] } },
    });
    expect(askedAbout(change(cost, from, cost))).toMatchObject({
      message: '₦400.00 is far from ₦1,000.00. Confirm that it is meant',
    });
    expect(askedAbout(usual)).toBeUndefined();
  });

  it('that is confirmed is not asked about', () => {
    expect(() => refuseUnusualPrices([change(naira(1), from, cost)], true)).not.toThrow();
  });
});
