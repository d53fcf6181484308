import { describe, expect, it } from 'vitest';
import { checkFunding } from './funding-check.ts';
import { fundingFor, splitFunding } from '../../../shared/naira-sum.ts';

describe('an amount for the wallet', () => {
  it.each(['', '0', 'abc', '-5', '1e3', '10.005'])('"%s" is not one', (text) => {
    expect(checkFunding(text, 5_000)).toMatchObject({ words: 'enter a valid amount' });
  });

  it('is at least 100 and at most what the caller says', () => {
    expect(checkFunding('99.99', 5_000)).toMatchObject({ words: 'minimum payment is 100' });
    expect(checkFunding('100', 5_000)).toEqual({ amount: 100 });
    expect(checkFunding('\u20a61,000.50', 5_000)).toEqual({ amount: 1_000.5 });
    expect(checkFunding('5001', 5_000)).toMatchObject({ words: 'maximum payment is \u20a65,000.00' });
  });
});

describe('the fee', () => {
  it('is one percent of what is paid, to the kobo', () => {
    expect(splitFunding(1_000)).toEqual({ fee: 10, credited: 990 });
    expect(splitFunding(100.5)).toEqual({ fee: 1.01, credited: 99.49 });
  });

  it('is counted in when the missing money is added', () => {
    for (const wanted of [0.01, 99, 100, 210, 990, 1_234.56, 49_500]) {
      const amount = fundingFor(wanted);
      expect(splitFunding(amount).credited).toBeGreaterThanOrEqual(wanted);
      expect(splitFunding(amount - 1).credited).toBeLessThan(wanted);
    }
  });
});
