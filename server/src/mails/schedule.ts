/** When a mail that was not taken is tried again. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** A mailbox that is full for longer does not want the mail. */
const GIVE_UP_SECONDS = 48 * HOUR;
const UNREACHABLE_SECONDS = 5;
const pausesSeconds = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE];

/** After this many tries; 0 when the mail server was not reached, which is no try. Null when it is over. */
export function secondsToNextTry(tries: number, ageSeconds: number): number | null {
  if (ageSeconds >= GIVE_UP_SECONDS) return null;
  return tries === 0 ? UNREACHABLE_SECONDS : (pausesSeconds[tries - 1] ?? HOUR);
}
