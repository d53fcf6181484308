/** What codes of two-step login and PINs have in common in how often they may be wrong: a maximum for a short while, and these for a day. */
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { AttemptRule } from '../../platform/attempts.ts';

/**
 * How many times those of the short while may be wrong in a day. Of a million codes three are right at each moment, so 480 guesses a day would have one
 * right in about two years, 15 in sixty. Few people's PINs are among the first fifteen that a thief would try, many among 120.
 */
const TIMES_IN_DAY = 3;

/** How many times those of a day strangers may be wrong in a day, however often the password is reset meanwhile. */
const TIMES_OVER_RESETS = 3;

/** By `parts`, and over all resets of the password by `ofAllStrangers` where it is given. `most` is that of the short while. */
export function dayLimits(
  { name, parts, most }: Pick<AttemptRule, 'name' | 'parts' | 'most'>,
  ofAllStrangers: readonly string[] | undefined,
): AttemptRule[] {
  const inDay = (of: readonly string[], times: number): AttemptRule => ({
    name,
    parts: [...of, 'day'],
    most: times * most,
    windowSeconds: DAY_SECONDS,
  });
  return [
    inDay(parts, TIMES_IN_DAY),
    ...(ofAllStrangers === undefined ? [] : [inDay(ofAllStrangers, TIMES_IN_DAY * TIMES_OVER_RESETS)]),
  ];
}
