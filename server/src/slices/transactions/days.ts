/**
 * Days as people in Nigeria count them. Lagos is at UTC+1 all year, so a day's edges are plain arithmetic and neither the process's
 * time zone nor a table of zones has a say.
 */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `YYYY-MM-DD` in Africa/Lagos. */
export type Day = string & { readonly __day: never };

/** A day of the calendar as `YYYY-MM-DD`, or undefined for anything else (2026-02-30 is not one). */
export function parseDay(text: string): Day | undefined {
  if (!DAY.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && dayInUtc(ms) === text ? dayInUtc(ms) : undefined;
}

/** The day that it is in Lagos at an instant. */
export const dayAt = (atMs: number): Day => dayInUtc(atMs + LAGOS_OFFSET_MS);

/** The instant at which a day begins. */
export const startOfDay = (day: Day): Date => new Date(Date.parse(`${day}T00:00:00Z`) - LAGOS_OFFSET_MS);

/** The instant at which a day is over and the next one begins. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(day).getTime() + DAY_MS);

export const earlierDay = (a: Day, b: Day): Day => (a < b ? a : b);

const dayInUtc = (atMs: number): Day => new Date(atMs).toISOString().slice(0, 10) as Day;
