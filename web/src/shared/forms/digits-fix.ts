/** What is wrong with a number that `digitsIn` does not find, with its fix. `rule` says how many digits there are, without a full stop. */
export function digitsFix(text: string, rule: string, fits: RegExp): string {
  const digits = text.replace(/\D/g, '');
  // As many as it takes, but a letter or a sign is among them.
  if (fits.test(digits)) return `${rule}. Keep them, and nothing else.`;
  return `${rule} \u2014 you typed ${digits.length}.`;
}
