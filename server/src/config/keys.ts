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

/** One letter, a few in turn, a row of the alphabet; a text that is repeated counts once. */
export function isGuessable(key: string): boolean {
  const piece = /^(.+?)\1+$/s.exec(key)?.[1] ?? key;
  const codes = Array.from(piece, (letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return Math.min(bitsOf(codes), bitsOf(steps)) < LEAST_BITS;
}

type Secrets = Readonly<Record<string, string | null | undefined>>;

/** Each of our own keys is for one thing, and no provider knows it. */
export function refuseSharedKeys(own: Secrets, others: Secrets, complain: Start['complain']): void {
  const all = Object.entries({ ...own, ...others });
  for (const [at, name] of Object.keys(own).entries()) {
    const same = all.slice(at + 1).find(([, value]) => value === own[name]);
    if (same !== undefined) complain(`${name} and ${same[0]} have the same value: each needs one of its own`);
  }
}
