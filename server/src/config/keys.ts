/** What a live installation does not take as a key of its own: what can be guessed, and what somebody else knows. */
import type { Start } from './start.ts';

/** Of a text of 32 random hexadecimal digits it is over 100. */
const LEAST_BITS = 80;

/** The information in a sequence, as far as the frequencies of its members tell. */
function bitsOf(members: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / members.length);
  return bits;
}

/** What is said of it, behind the name of its setting. */
export const GUESSABLE = 'can be guessed: make one with openssl rand -base64 32';

/** One letter, a few in turn, a row of the alphabet; a text that is repeated counts once. */
export function isGuessable(key: string): boolean {
  const piece = /^(.+?)\1+$/s.exec(key)?.[1] ?? key;
  const codes = Array.from(piece, (letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return Math.min(bitsOf(codes), bitsOf(steps)) < LEAST_BITS;
}

/** Of a setting that has several, all of them. */
type Secrets = Readonly<Record<string, string | readonly string[] | null | undefined>>;

const valuesOf = (secrets: Secrets): { name: string; value: string }[] =>
  Object.entries(secrets).flatMap(([name, given]) => [given ?? []].flat().map((value) => ({ name, value })));

/**
 * Each of our own keys is for one thing, was not that one before, and no provider knows it. What an earlier key was for cannot be
 * changed any more: it may have been for several things.
 */
export function refuseSharedKeys(
  { own, earlier, others }: Record<'own' | 'earlier' | 'others', Secrets>,
  complain: Start['complain'],
): void {
  const [ours, before, known] = [valuesOf(own), valuesOf(earlier), valuesOf(others)];
  const refuseSame = (one: { name: string; value: string }, among: readonly (typeof one)[]): void => {
    const same = among.find(({ value }) => value === one.value);
    if (same !== undefined)
      complain(`${one.name} and ${same.name} have the same value: each needs one of its own`);
  };
  for (const [at, one] of ours.entries()) {
    const ofItsKind = before.filter(({ name }) => name === `${one.name}_PREVIOUS`);
    refuseSame(one, [...ours.slice(at + 1), ...ofItsKind, ...known]);
  }
  for (const one of before) refuseSame(one, known);
}
