import { describe, expect, it } from 'vitest';
import { receipt } from '../../test/people.ts';
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

  it('leave out what failed, other kinds and kobo', () => {
    const lines = [
      receipt({ faceValue: 350, trans_Status: 'failed' }),
      receipt({ faceValue: 360, trans_Type: 'electricity' }),
      receipt({ faceValue: 370.5 }),
    ];
    expect(usualAmounts(lines, 'airtime', defaults)).toEqual(defaults);
  });
});
