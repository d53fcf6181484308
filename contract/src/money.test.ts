import { anything, assert, bigInt, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  ceilToNaira,
  formatKobo,
  formatNaira,
  fromNaira,
  kobo,
  multiplyRatio,
  naira,
  negate,
  parseNaira,
  percentOf,
  subtract,
  toNaira,
  zero,
} from './money.ts';

const LARGEST_ON_THE_WIRE = 999_999_999_999_999n;
const wireAmount = () => bigInt({ min: 0n, max: LARGEST_ON_THE_WIRE }).map(kobo);

describe('parseNaira', () => {
  it.each<[unknown, bigint]>([
    // input                kobo
    [0, 0n],
    [1, 100n],
    [100, 10_000n],
    [0.1, 10n],
    [0.01, 1n],
    [0.29, 29n],
    [1.1, 110n],
    [490.5, 49_050n],
    [1_234.56, 123_456n],
    [9_999_999_999_999.99, 999_999_999_999_999n],
    ['0', 0n],
    ['100', 10_000n],
    ['0.5', 50n],
    ['490.50', 49_050n],
    ['490.05', 49_005n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('%o is %s kobo', (input, expected) => {
    expect(parseNaira(input)).toBe(expected);
  });

  it.each<[unknown]>([
    [-1],
    [-0.01],
    [100.001],
    [1e21],
    [1e-7],
    [Number('9007199254740993')],
    [10_000_000_000_000],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY],
    ['-1'],
    ['+1'],
    ['-0'],
    ['100.001'],
    ['1e3'],
    ['1E3'],
    ['1e21'],
    [' 100'],
    ['100 '],
    ['100\n'],
    ['1,000'],
    ['1_000'],
    ['1 000'],
    ['\u0663'],
    ['\uff11'],
    ['0x10'],
    ['0b1'],
    ['100n'],
    ['007'],
    ['.5'],
    ['5.'],
    ['1.2.3'],
    ['\u20a6100'],
    ['NaN'],
    ['Infinity'],
    ['10000000000000'],
    [''],
    ['null'],
    [[100]],
    [['100']],
    [{}],
    [{ amount: 100 }],
    [{ valueOf: () => 100 }],
    [null],
    [undefined],
    [true],
    [100n],
    [Symbol('100')],
  ])('%o is no amount', (input) => {
    expect(parseNaira(input)).toBeUndefined();
  });

  it('cannot tell 1e3 from 1000 nor -0 from 0 once JSON has read them; the body parser of the server refuses both', () => {
    expect(parseNaira(JSON.parse('1e3'))).toBe(100_000n);
    expect(parseNaira(JSON.parse('-0'))).toBe(0n);
  });

  it('reads back every amount that toNaira writes', () => {
    assert(
      property(wireAmount(), (amount) => {
        expect(parseNaira(toNaira(amount))).toBe(amount);
      }),
    );
  });

  it('comes back as kobo from the number that it was, and from a sum of such numbers with the noise of floats', () => {
    assert(
      property(wireAmount(), (amount) => {
        expect(fromNaira(toNaira(amount))).toBe(amount);
      }),
    );
    expect(fromNaira(0.1 + 0.2)).toBe(30n);
    expect(fromNaira(-4.35)).toBe(-435n);
  });

  it('reads back every amount after a trip through JSON', () => {
    assert(
      property(wireAmount(), (amount) => {
        const sent = JSON.stringify({ amount: toNaira(amount) });
        expect(parseNaira((JSON.parse(sent) as { amount: unknown }).amount)).toBe(amount);
      }),
    );
  });

  it('reads the same amount from a decimal string as from the number', () => {
    assert(
      property(wireAmount(), (amount) => {
        const text = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
        expect(parseNaira(text)).toBe(amount);
      }),
    );
  });

  it('never gives a negative amount, whatever comes', () => {
    assert(
      property(anything(), (input) => {
        expect((parseNaira(input) ?? zero) >= 0n).toBe(true);
      }),
    );
  });
});

describe('kobo', () => {
  it.each([[10n ** 15n], [-(10n ** 15n)], [0n]])('takes %s', (value) => {
    expect(kobo(value)).toBe(value);
  });

  it.each([[10n ** 15n + 1n], [-(10n ** 15n) - 1n]])('refuses %s, which is out of range', (value) => {
    expect(() => kobo(value)).toThrow(RangeError);
  });

  it('refuses a fraction', () => {
    expect(() => kobo(0.5)).toThrow(RangeError);
    expect(() => naira(0.5)).toThrow(RangeError);
  });

  it('refuses a sum that leaves the range', () => {
    const largest = kobo(10n ** 15n);
    expect(() => add(largest, kobo(1n))).toThrow(RangeError);
    expect(() => subtract(negate(largest), kobo(1n))).toThrow(RangeError);
  });

  it('counts naira in hundreds of kobo', () => {
    expect(naira(1_000)).toBe(100_000n);
  });
});

describe('percentOf', () => {
  it.each([
    // kobo, basis points, kobo
    [10_000n, 9_800, 9_800n],
    [10_000n, 9_900, 9_900n],
    [10_000n, 100, 100n],
    [49n, 100, 0n], //    0.49
    [50n, 100, 1n], //    0.50: half goes up
    [51n, 100, 1n], //    0.51
    [149n, 100, 1n], //   1.49
    [150n, 100, 2n], //   1.50
    [12_345n, 100, 123n], // 123.45
    [12_350n, 100, 124n], // 123.50
    [3n, 5_000, 2n], //   1.50
    [1n, 4_999, 0n], //   0.4999
    [1n, 5_000, 1n], //   0.5000
    [-49n, 100, 0n],
    [-50n, 100, -1n], //  half goes away from zero
    [-150n, 100, -2n],
    [0n, 9_999, 0n],
    [10n ** 15n, 10_000, 10n ** 15n],
  ])('of %s kobo, %s basis points are %s kobo', (amount, basisPoints, expected) => {
    expect(percentOf(kobo(amount), basisPoints)).toBe(expected);
  });

  it('is never more than half a kobo away, and exactly half a kobo goes up', () => {
    assert(
      property(wireAmount(), integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = amount * BigInt(basisPoints);
        const excess = percentOf(amount, basisPoints) * 10_000n - exact;
        expect(excess > -5_000n && excess <= 5_000n).toBe(true);
      }),
    );
  });

  it('leaves nothing over: a part and the rest are the whole', () => {
    assert(
      property(wireAmount(), integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const part = percentOf(amount, basisPoints);
        expect(part <= amount).toBe(true);
        expect(add(part, subtract(amount, part))).toBe(amount);
      }),
    );
  });

  it('treats what goes out as it treats what comes in', () => {
    assert(
      property(wireAmount(), integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        expect(percentOf(negate(amount), basisPoints)).toBe(negate(percentOf(amount, basisPoints)));
      }),
    );
  });
});

describe('multiplyRatio', () => {
  it.each([
    // price per GB, MB, charge
    [25_000n, 1_000n, 25_000n],
    [25_000n, 500n, 12_500n],
    [25_001n, 500n, 12_501n], // 12,500.5
    [24_999n, 250n, 6_250n], //   6,249.75
    [24_997n, 250n, 6_249n], //   6,249.25
  ])('%s a GB for %s MB is %s', (perGbKobo, volumeMb, expected) => {
    expect(multiplyRatio(kobo(perGbKobo), volumeMb, 1_000n)).toBe(expected);
  });

  it.each([[0n], [-1n]])('refuses the denominator %s', (denominator) => {
    expect(() => multiplyRatio(kobo(1n), 1n, denominator)).toThrow(RangeError);
  });
});

describe('formatting', () => {
  it.each([
    [0n, '\u20a60.00'],
    [1n, '\u20a60.01'],
    [5n, '\u20a60.05'],
    [10n, '\u20a60.10'],
    [12_345n, '\u20a6123.45'],
    [125_000n, '\u20a61,250.00'],
    [123_456_789n, '\u20a61,234,567.89'],
    [-125_000n, '\u2212\u20a61,250.00'],
    [-1n, '\u2212\u20a60.01'],
  ])('%s kobo is %s', (amount, expected) => {
    expect(formatKobo(kobo(amount))).toBe(expected);
  });

  it('writes naira from the wire the same way', () => {
    assert(
      property(wireAmount(), (amount) => {
        expect(formatNaira(toNaira(amount))).toBe(formatKobo(amount));
      }),
    );
    expect(formatNaira(-0)).toBe('\u20a60.00');
  });

  it('shows every kobo: what is read is what is meant', () => {
    assert(
      property(wireAmount(), (amount) => {
        const digits = formatKobo(amount).replaceAll(/[\u20a6,]/g, '');
        expect(parseNaira(digits)).toBe(amount);
      }),
    );
  });
});

describe('ceilToNaira', () => {
  it.each<[bigint, bigint, bigint, bigint]>([
    // amount, numerator, denominator, result
    [0n, 1n, 1n, 0n],
    [100n, 1n, 1n, 100n],
    [101n, 1n, 1n, 200n],
    [40_000n, 10_300n, 10_000n, 41_200n],
    [33_333n, 10_300n, 10_000n, 34_400n],
    [10_001n, 10_000n, 10_000n, 10_100n],
  ])('of %d times %d / %d is %d kobo', (amount, numerator, denominator, result) => {
    expect(ceilToNaira(kobo(amount), numerator, denominator)).toBe(result);
  });

  it('is whole naira, not below the amount and less than one naira above it', () => {
    assert(
      property(wireAmount(), (amount) => {
        const raised = ceilToNaira(amount);
        expect(raised % 100n).toBe(0n);
        expect(raised - amount).toBeGreaterThanOrEqual(0n);
        expect(raised - amount).toBeLessThan(100n);
      }),
    );
  });

  it('of less than nothing is refused', () => {
    expect(() => ceilToNaira(kobo(-1))).toThrow(RangeError);
  });

  it.each([0n, -1n])('by %s parts is refused in words', (denominator) => {
    expect(() => ceilToNaira(kobo(1), 1n, denominator)).toThrow('neither may be negative');
    expect(() => multiplyRatio(kobo(1), 1n, denominator)).toThrow('denominator must be positive');
  });
});

describe('naira', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('of %s is refused in words', (whole) => {
    expect(() => naira(whole)).toThrow('not whole naira');
  });
});
