/** The filters of the list of users, as they stand in the address; `user` there is whose details lie open. */
import type { CallInput } from '../../../platform/send.ts';

export type UserFilters = CallInput<'listUsers'>;

const names = ['type', 'userName', 'phoneNumber'] as const;
export type FilterName = (typeof names)[number];

export function readFilters(search: URLSearchParams): UserFilters {
  const given = names.flatMap((name) => {
    const value = search.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const page = Number(search.get('page') ?? 1);
  return { ...Object.fromEntries(given), ...(Number.isInteger(page) && page > 1 && { page }) };
}

/** The address with some of it changed; what is empty leaves it. A changed filter starts at the first page again. */
export function change(
  search: URLSearchParams,
  wanted: Partial<Record<FilterName | 'page' | 'user', string>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (names.some((name) => wanted[name] !== undefined)) next.delete('page');
  for (const [name, value] of Object.entries(wanted)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export const isFiltered = (filters: UserFilters): boolean =>
  names.some((name) => filters[name] !== undefined);

/** Api user, smart earner, reseller, api user; anybody else becomes an api user (S4.20). */
export function nextType(userType: string): string {
  if (userType === 'api user') return 'smart earner';
  return userType === 'smart earner' ? 'reseller' : 'api user';
}
