/** Days and times as people in Nigeria read them, on the screens and in the server's words alike. */
const zone = 'Africa/Lagos';
const dayMs = 24 * 3_600_000;

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone });

/** The day in Lagos as `2026-11-21`, as date inputs and filters have it. */
export const lagosDay = (time: Date | number): string => isoDay.format(time);

/** `14:02` */
export const lagosClock = (time: Date | number): string => clock.format(time);

/** `21 Nov 2026` */
export const lagosDate = (time: Date | number): string => date.format(time);

/** `21 Nov 2026, 14:02` */
export const lagosDateAndClock = (time: Date | number): string => `${lagosDate(time)}, ${lagosClock(time)}`;

/** `today 18:40`, `tomorrow 09:12`, `23 Nov 2026, 09:12` */
export function untilWords(until: Date, now: Date = new Date()): string {
  const day = lagosDay(until);
  if (day === lagosDay(now)) return `today ${lagosClock(until)}`;
  return day === lagosDay(now.getTime() + dayMs) ? `tomorrow ${lagosClock(until)}` : lagosDateAndClock(until);
}
