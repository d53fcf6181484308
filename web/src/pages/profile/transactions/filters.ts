/** The filters of the list, as they stand in the address. */
import { firstOfMonth, lagosDay, startOfDay } from '@jara/contract/lagos-time.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { CallInput } from '../../../platform/send.ts';
import { changed, readGiven, readPage } from '../../../shared/search-filters.ts';

export type Filters = CallInput<'listTransactions'>;

const textFilters = ['type', 'status', 'phoneNumber', 'userName', 'from', 'to', 'clientReference'] as const;
export type TextFilter = (typeof textFilters)[number];

export const readFilters = (search: URLSearchParams): Filters => ({
  ...readGiven(search, textFilters),
  ...readPage(search),
});

/** A changed filter starts at the first page again. */
export const changeFilters = (
  search: URLSearchParams,
  change: Partial<Record<TextFilter, string>>,
): URLSearchParams => changed(search, { page: '', ...change });

export const changePage = (search: URLSearchParams, page: number): URLSearchParams =>
  changed(search, { page: page === 1 ? '' : String(page) });

export function countFilters(filters: Filters): number {
  return textFilters.filter((name) => filters[name] !== undefined).length;
}

/** The usual periods, up to today. */
export function periods(
  now: number = Date.now(),
): { value: string; label: string; from: string; to: string }[] {
  const last = lagosDay(now);
  return [
    { value: 'all', label: 'Any time', from: '', to: '' },
    { value: 'today', label: 'Today', from: last, to: last },
    { value: 'week', label: '7 days', from: lagosDay(now - 6 * DAY_MS), to: last },
    { value: 'month', label: 'This month', from: firstOfMonth(last), to: last },
  ];
}

/** Whole months, for a statement. The one that runs ends today. */
export function statementPeriods(
  now: number = Date.now(),
): { value: string; label: string; from: string; to: string }[] {
  const today = lagosDay(now);
  const first = startOfDay(firstOfMonth(today));
  const lastOfPrevious = lagosDay(first.getTime() - DAY_MS);
  return [
    { value: 'month', label: 'This month', from: firstOfMonth(today), to: today },
    { value: 'previous', label: 'Last month', from: firstOfMonth(lastOfPrevious), to: lastOfPrevious },
  ];
}

/** Gigabytes as people read them; terabytes from 1,000 on. */
export function volumeOf(gigabytes: number): string {
  const isTera = gigabytes >= 1_000;
  const figure = (isTera ? gigabytes / 1_000 : gigabytes).toLocaleString('en-NG', {
    maximumFractionDigits: 2,
  });
  return `${figure}\u00a0${isTera ? 'TB' : 'GB'}`;
}
