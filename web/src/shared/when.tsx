/** Times as people say them: "14:02" today, "Fri 14:02" this week, else the date. All in Lagos time. */
import {
  lagosClock,
  lagosDate,
  lagosDateAndClock,
  lagosDay,
  lagosFormat,
} from '@jara/contract/lagos-time.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';

const weekday = lagosFormat({ weekday: 'short' });
const clockWithSeconds = lagosFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `precise` keeps the clock time on old dates too. */
export function timeWords(iso: string, { precise = false, now = new Date() } = {}): string {
  const time = new Date(iso);
  if (lagosDay(time) === lagosDay(now)) return lagosClock(time);
  const age = now.getTime() - time.getTime();
  if (Math.abs(age) < 7 * DAY_MS) return `${weekday.format(time)} ${lagosClock(time)}`;
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

/** `14:02:09`, for the steps of a receipt. */
export function clockWords(iso: string): string {
  return clockWithSeconds.format(new Date(iso));
}

/** The heading of a day in a list: Today, Yesterday, else the date. */
export function dayWords(iso: string, now: Date = new Date()): string {
  const day = lagosDay(new Date(iso));
  if (day === lagosDay(now)) return 'Today';
  if (day === lagosDay(now.getTime() - DAY_MS)) return 'Yesterday';
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
