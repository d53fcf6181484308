import { afterEach, describe, expect, it } from 'vitest';
import { terms as usualTerms } from '../../test/people.ts';
import { putOnTerms } from '../platform/terms.ts';
import { fundingFor, minusNaira, splitFunding } from './naira-sum.ts';

afterEach(() => putOnTerms(usualTerms));

describe('what to pay by card', () => {
  // Under the last ones the fee of a whole naira has parts of a kobo, and is rounded.
  it.each([0, 1, 1.25, 1.5, 2.99])(
    'at a fee of %s percent is the least that brings what is missing',
    (feePercent) => {
      putOnTerms({ ...usualTerms, funding: { ...usualTerms.funding, feePercent } });
      const wanted = Array.from({ length: 2_000 }, (_, n) => [n + 1, (n + 1) * 7.01, (n + 1) / 100]).flat();
      const wrong = wanted
        .map((sum) => Math.round(sum * 100) / 100)
        .filter((sum) => {
          const amount = fundingFor(sum);
          return splitFunding(amount).credited < sum || splitFunding(amount - 1).credited >= sum;
        });
      expect(wrong).toEqual([]);
    },
  );

  it('splits into fee and credit without a rest', () => {
    expect(splitFunding(1_234.5)).toEqual({ fee: 12.35, credited: 1_222.15 });
    expect(minusNaira(0.3, 0.1)).toBe(0.2);
  });
});
