/**
 * Money as integer kobo, and the only doors between kobo and naira.
 * A `Kobo` is a branded bigint: a bare literal or the result of a bare `+` does not fit, so all arithmetic goes through the
 * named functions below and every rounding is visible where it happens.
 */
declare const koboBrand: unique symbol;
export type Kobo = bigint & { readonly [koboBrand]: true };

const MAX_KOBO = 10n ** 15n;

/** Brands an integer as kobo. Throws a RangeError outside plus or minus 10^15 kobo (ten trillion naira). */
export function kobo(value: bigint | number): Kobo {
  const integer = BigInt(value);
  if (integer > MAX_KOBO || integer < -MAX_KOBO) throw new RangeError(`kobo out of range: ${integer}`);
  return integer as Kobo; // the brand is given here and nowhere else
}

export const zero: Kobo = kobo(0n);

/** Whole naira as kobo. */
export function naira(wholeNaira: number): Kobo {
  if (!Number.isInteger(wholeNaira)) throw new RangeError(`not whole naira: ${wholeNaira}`);
  return kobo(BigInt(wholeNaira) * 100n);
}

export const add = (a: Kobo, b: Kobo): Kobo => kobo(a + b);
export const subtract = (a: Kobo, b: Kobo): Kobo => kobo(a - b);
export const negate = (a: Kobo): Kobo => kobo(0n - a);

/** `amount * numerator / denominator`, rounded half up to the kobo (half away from zero for negative amounts). */
export function multiplyRatio(amount: Kobo, numerator: bigint, denominator: bigint): Kobo {
  if (denominator <= 0n) throw new RangeError('denominator must be positive');
  const scaled = amount * numerator;
  const half = denominator / 2n;
  const rounded = scaled >= 0n ? (scaled + half) / denominator : -((-scaled + half) / denominator);
  return kobo(rounded);
}

/** `basisPoints` hundredths of a percent of the amount, rounded half up to the kobo. */
export function percentOf(amount: Kobo, basisPoints: number): Kobo {
  return multiplyRatio(amount, BigInt(basisPoints), 10_000n);
}

const PLAIN_DECIMAL = /^(0|[1-9]\d{0,12})(\.\d{1,2})?$/;

/**
 * Reads naira from the wire: a JSON number or a plain decimal string with at most two decimals.
 * Signs, exponents, thousands separators, blanks, more decimals and other types give `undefined` (D2.9).
 */
export function parseNaira(input: unknown): Kobo | undefined {
  const text = typeof input === 'number' ? String(input) : input;
  if (typeof text !== 'string' || !PLAIN_DECIMAL.test(text)) return undefined;
  const [whole = '0', fraction = ''] = text.split('.');
  return kobo(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0')));
}

/** Kobo as the naira number that JSON carries: exact to two decimals. */
export function toNaira(amount: Kobo): number {
  return Number(amount) / 100;
}

/** The other way: a naira number that JSON carried, to reckon with. Half a kobo and more rounds up. */
export const fromNaira = (amount: number): Kobo => kobo(Math.round(amount * 100));

/** `amount * numerator / denominator` of an amount that is not negative, rounded up to whole naira. */
export function ceilToNaira(amount: Kobo, numerator = 1n, denominator = 1n): Kobo {
  if (amount < 0n || denominator <= 0n) throw new RangeError('neither may be negative');
  const perNaira = denominator * 100n;
  return kobo(((amount * numerator + perNaira - 1n) / perNaira) * 100n);
}

const plainFormat = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `₦1,250.00`, with a true minus sign before the naira sign when negative. */
export function formatKobo(amount: Kobo): string {
  return formatNaira(toNaira(amount));
}

/** The same for a naira number from the wire. */
export function formatNaira(amount: number): string {
  return `${amount < 0 ? '\u2212' : ''}\u20a6${plainFormat.format(Math.abs(amount))}`;
}
