/** Days of a list's filters, as a date field writes them: YYYY-MM-DD in Lagos. */
import { lagosDay } from '@jara/contract/lagos-time.ts';

/** The day in Lagos: no filter reaches beyond it. */
export const today = (): string => lagosDay(Date.now());

/** Days that are still to come count as today; with only a first day the last one is today; the two never cross. */
export function changeDays(
  { from = '', to = '' }: { from?: string | undefined; to?: string | undefined },
  changed: 'from' | 'to',
  lastDay: string = today(),
): { from: string; to: string } {
  const first = from > lastDay ? lastDay : from;
  const last = to > lastDay ? lastDay : to;
  if (first !== '' && last === '') return { from: first, to: lastDay };
  if (first !== '' && first > last)
    return changed === 'from' ? { from: first, to: first } : { from: last, to: last };
  return { from: first, to: last };
}
