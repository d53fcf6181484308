/**
 * Days and times as people in Nigeria count and read them, on the screens and in the server's words alike. Lagos is at UTC+1 all year, so
 * a day's edges are plain arithmetic and neither a process's time zone nor a table of zones has a say. In SQL: `lagos_day`,
 * `lagos_midnight`.
 */
import { DAY_MS, HOUR_MS } from './time-units.ts';

const OFFSET_MS = HOUR_MS;

/** A day in Lagos as `YYYY-MM-DD`. */
export type Day = string & { readonly __day: never };

/** The day in Lagos as `2026-11-21`, as date inputs and filters have it. */
export const lagosDay = (time: Date | number): Day => isoInLagos(time).slice(0, 10) as Day; // it has the form

/** A day of the calendar as `YYYY-MM-DD`, or undefined for anything else (2026-02-30 is not one). */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms)) return undefined;
  const day = lagosDay(ms - OFFSET_MS);
  return day === text ? day : undefined;
}

/** The instant at which a day begins. */
export const startOfDay = (day: Day): Date => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);

/** The instant at which a day is over and the next one begins. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(day).getTime() + DAY_MS);

/** Counts days in Lagos: the next day has the next number. */
export const lagosDayNumber = (time: Date | number): number =>
  Math.floor((Number(time) + OFFSET_MS) / DAY_MS);

/** `202611211402`: the minute in Lagos in twelve digits. */
export const lagosMinuteDigits = (time: Date | number): string =>
  isoInLagos(time).slice(0, 16).replace(/\D/g, '');

const isoInLagos = (time: Date | number): string => new Date(Number(time) + OFFSET_MS).toISOString();

/** `2026-11-21T14:02:09+01:00`: for files, where nobody says which zone is meant. */
export const lagosTimestamp = (time: Date | number): string => `${isoInLagos(time).slice(0, 19)}+01:00`;

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01` as Day; // each month has a first

/** Writes times in Lagos as people write them. */
export const lagosFormat = (options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options });

const clock = lagosFormat({ hour: '2-digit', minute: '2-digit' });
const date = lagosFormat({ day: 'numeric', month: 'short', year: 'numeric' });

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
  return day === lagosDay(now.getTime() + DAY_MS)
    ? `tomorrow ${lagosClock(until)}`
    : lagosDateAndClock(until);
}
