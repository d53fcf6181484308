/** When something that was not taken is tried again. Pure. */

export interface Schedule {
  /** Seconds from the first try to the second, from the second to the third, and so on. */
  delaysSeconds: readonly number[];
  /** Between all later tries. Without it the last pause is followed by the last try. */
  thenEverySeconds?: number;
  /** Whatever is older is over. */
  giveUpAfterSeconds?: number;
}

/** Null when it is over. `tries` are those that have been. */
export function secondsToNextTry(
  { delaysSeconds, thenEverySeconds, giveUpAfterSeconds }: Schedule,
  { tries, ageSeconds }: { tries: number; ageSeconds: number },
): number | null {
  if (giveUpAfterSeconds !== undefined && ageSeconds >= giveUpAfterSeconds) return null;
  return delaysSeconds[tries - 1] ?? thenEverySeconds ?? null;
}
