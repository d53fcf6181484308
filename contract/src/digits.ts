/** Numbers of meters, of accounts and of identity as people type and paste them: one reader on both sides. */

/** What people have between digits: spaces, every dash, and the invisible marks that WhatsApp and iPhones add. */
const BETWEEN = String.raw`[\s\p{Pd}\u2212\p{Cf}]`;
const between = new RegExp(`${BETWEEN}+`, 'gu');
/**
 * With what touches it: beside a letter, a mask or a digit of another script it is not known which digits are meant, nor with a point or stroke
 * amid them. A + begins a phone number.
 */
const run = new RegExp(
  String.raw`((?!\d)[\p{L}\p{N}*+])?(\d(?:${BETWEEN}*\d)*)(?=([\p{L}\p{N}*]|[./]\p{N})?)`,
  'gu',
);
/** What is shorter is a date, a sum or a time, and not meant for the number. */
const FEWEST = 6;

/**
 * The digits of the one number in a text that `fits`; `undefined` where there is none, or several, or one of which some digits may be missing: a
 * number beside it is not taken in its place. `fits` is asked about digits alone.
 */
export function digitsIn(text: string, fits: RegExp): string | undefined {
  const found = new Set<string>();
  let isRest = false;
  for (const [, before, shown = '', after = ''] of text.matchAll(run)) {
    const digits = shown.replace(between, '');
    const isBroken = isRest || before !== undefined || after !== '';
    isRest = after.length > 1;
    if (before === '+') continue;
    if (isBroken && digits.length >= FEWEST) return undefined;
    if (!isBroken && fits.test(digits)) found.add(digits);
  }
  const [number, another] = found;
  return another === undefined ? number : undefined;
}

/**
 * With how many digits a list of transactions finds numbers by how they begin. What it finds is added up one by one: four digits are those of
 * a whole network, in the list of all users; one user's are bounded by what that user has.
 */
export const fewestDigitsOfOne = 4;
export const fewestDigitsOfAll = 7;
