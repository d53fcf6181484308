/** When the gateway is asked again about a payment that is not credited. By age, so that people who look often change nothing. */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';

const marksSeconds = [
  5,
  10,
  20,
  30,
  MINUTE_SECONDS,
  2 * MINUTE_SECONDS,
  5 * MINUTE_SECONDS,
  10 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
];

/** After this time a payment counts as not made, though a hook that comes later is still honoured. */
export const EXPIRES_AFTER_SECONDS = 7 * DAY_SECONDS;

/** A payment whose link nobody got cannot be made; this long its opening may still be under way or turn out well. */
export const UNOPENED_AFTER_SECONDS = 10 * MINUTE_SECONDS;

/** Seconds from now to the next time of the schedule, at least one, for a payment of this age; null when it is over. */
export function secondsToNextCheck(ageSeconds: number): number | null {
  const mark =
    marksSeconds.find((seconds) => seconds > ageSeconds) ??
    (ageSeconds < DAY_SECONDS
      ? (Math.floor(ageSeconds / HOUR_SECONDS) + 1) * HOUR_SECONDS
      : Math.min((Math.floor(ageSeconds / DAY_SECONDS) + 1) * DAY_SECONDS, EXPIRES_AFTER_SECONDS));
  return mark > ageSeconds ? Math.max(1, mark - ageSeconds) : null;
}
