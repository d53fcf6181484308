import { describe, expect, it } from 'vitest';
import { parseAmount } from './amount-field.tsx';

describe('a typed sum', () => {
  it.each([
    ['500', 500],
    ['1,000', 1_000],
    ['1 000', 1_000],
    ['\u20a61,250', 1_250],
    ['N500', 500],
    ['500.00', 500],
    ['12,345,678', 12_345_678],
  ])('%s is %d naira', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each(['', 'abc', '-5', '+5', '1e3', '500.50', '10,00', '1.2.3', '0x10', '1234567890', '٣'])(
    '%s is not a sum in whole naira',
    (text) => {
      expect(parseAmount(text)).toBeUndefined();
    },
  );

  it('may have kobo where kobo are taken, but no third decimal', () => {
    expect(parseAmount('990.50', { kobo: true })).toBe(990.5);
    expect(parseAmount('990.505', { kobo: true })).toBeUndefined();
  });
});
