/** When the gateway is asked again about a payment that is not credited. By age, so that people who look often change nothing. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const marksSeconds = [5, 10, 20, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE];

/** After this time a payment counts as not made, though a hook that comes later is still honoured. */
export const EXPIRES_AFTER_SECONDS = 7 * DAY;

/** A payment whose link nobody got cannot be made; this long its opening may still be under way or turn out well. */
export const UNOPENED_AFTER_SECONDS = 10 * MINUTE;

/** Seconds from now to the next time of the schedule, at least one, for a payment of this age; null when it is over. */
export function secondsToNextCheck(ageSeconds: number): number | null {
  const mark =
    marksSeconds.find((seconds) => seconds > ageSeconds) ??
    (ageSeconds < DAY
      ? (Math.floor(ageSeconds / HOUR) + 1) * HOUR
      : Math.min((Math.floor(ageSeconds / DAY) + 1) * DAY, EXPIRES_AFTER_SECONDS));
  return mark > ageSeconds ? Math.max(1, mark - ageSeconds) : null;
}
