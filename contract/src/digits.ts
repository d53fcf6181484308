/** Numbers of meters, of accounts and of identity as people type and paste them: one reader on both sides. */

/** What people have between digits: spaces, every dash, and the invisible marks that WhatsApp and iPhones add. */
const BETWEEN = String.raw`[\s\p{Pd}\u2212\p{Cf}]`;
const between = new RegExp(`${BETWEEN}+`, 'gu');
/** With what touches it: beside a letter it is not known which digits are meant, and a + begins a phone number. */
const run = new RegExp(String.raw`[\p{L}+]?\d(?:${BETWEEN}*\d)*\p{L}?`, 'gu');

/**
 * The digits of the one number in a text that `fits`; `undefined` where there is none, or several. `fits` is asked about digits alone.
 */
export function digitsIn(text: string, fits: RegExp): string | undefined {
  const runs = (text.match(run) ?? []).map((found) => found.replace(between, ''));
  const [number, another] = new Set(runs.filter((digits) => /^\d+$/.test(digits) && fits.test(digits)));
  return another === undefined ? number : undefined;
}

/**
 * With how many digits a list of transactions finds numbers by how they begin. What it finds is added up one by one: four digits are those of
 * a whole network, and one user's are bounded by what that user has.
 */
export const fewestDigitsToFind = { ofOneUser: 4, ofEverybody: 7 } as const;
