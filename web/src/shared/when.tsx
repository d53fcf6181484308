/** Times as people say them: "14:02" today, "Fri 14:02" this week, else the date. All in Lagos time. */
import { lagosClock, lagosDate, lagosDateAndClock, lagosDay } from '@jara/contract/lagos-time.ts';

const zone = 'Africa/Lagos';
const weekMs = 7 * 24 * 3_600_000;

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short' });

/** `precise` keeps the clock time on old dates too. */
export function timeWords(iso: string, { precise = false, now = new Date() } = {}): string {
  const time = new Date(iso);
  if (lagosDay(time) === lagosDay(now)) return lagosClock(time);
  const age = now.getTime() - time.getTime();
  if (Math.abs(age) < weekMs) return `${weekday.format(time)} ${lagosClock(time)}`;
  return precise ? lagosDateAndClock(time) : lagosDate(time);
}

/** `14:02` */
export function clockTime(iso: string): string {
  return lagosClock(new Date(iso));
}

/** `21 Nov 2026` */
export function dateWords(iso: string): string {
  return lagosDate(new Date(iso));
}

/** `21 Nov 2026, 14:02`, for what is kept, shared or printed. */
export function fullTime(iso: string): string {
  return lagosDateAndClock(new Date(iso));
}

/** `14:02:09`, for the steps of a slip. */
export function clockWords(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { timeZone: zone });
}

/** The heading of a day in a list: Today, Yesterday, else the date. */
export function dayWords(iso: string, now: Date = new Date()): string {
  const day = lagosDay(new Date(iso));
  if (day === lagosDay(now)) return 'Today';
  if (day === lagosDay(now.getTime() - 24 * 3_600_000)) return 'Yesterday';
  return lagosDate(new Date(iso));
}

/** `5 h`, `3 days`, `45 min`. */
export function hoursWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${Math.round(hours)} h`;
  return hours < 24 * 100 ? `${Math.round(hours / 24)} days` : 'over 100 days';
}

export function When({ iso, precise = false }: { iso: string; precise?: boolean }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {timeWords(iso, { precise })}
    </time>
  );
}
