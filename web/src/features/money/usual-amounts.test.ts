import { describe, expect, it } from 'vitest';
import { receipt } from '../../../test/people.ts';
import { usualAmounts } from './usual-amounts.ts';

const defaults = [100, 200, 500, 1_000];
const bought = (...amounts: number[]) => amounts.map((faceValue) => receipt({ faceValue }));

describe('the sums to tap', () => {
  it.each([
    ['nothing bought', [], defaults],
    ['one of them bought', [500], defaults],
    ['another sum bought', [350], [100, 200, 350, 500]],
    ['four sums bought, once each', [1, 2, 3, 4], [1, 2, 3, 100]],
    ['one bought most', [1, 2, 3, 4, 4], [1, 2, 4, 100]],
  ])('with %s', (_what, amounts, expected) => {
    expect(usualAmounts(bought(...amounts), 'airtime', defaults)).toEqual(expected);
  });

  it('of a withdrawal are what left the wallet, of transfers only those that were sent', () => {
    const sent = { trans_Type: 'transfer', trans_amount: 750, faceValue: null };
    const transactions = [
      receipt({ trans_Type: 'withdraw', trans_amount: 3_000, faceValue: 2_950 }),
      receipt(sent),
      receipt({ ...sent, trans_amount: 800, balance_Before: 0, balance_After: 800 }),
      receipt({ trans_Type: 'wallet', trans_amount: 1_980, faceValue: 2_000 }),
    ];
    expect(usualAmounts(transactions, 'withdraw', defaults)).toEqual([100, 200, 500, 3_000]);
    expect(usualAmounts(transactions, 'transfer', defaults)).toEqual([100, 200, 500, 750]);
    expect(usualAmounts(transactions, 'wallet', defaults)).toEqual([100, 200, 500, 2_000]);
  });

  it('leave out what failed, other kinds and kobo', () => {
    const transactions = [
      receipt({ faceValue: 350, trans_Status: 'failed' }),
      receipt({ faceValue: 360, trans_Type: 'electricity' }),
      receipt({ faceValue: 370.5 }),
    ];
    expect(usualAmounts(transactions, 'airtime', defaults)).toEqual(defaults);
  });
});
