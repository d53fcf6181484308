/** The filters of the list of users, as they stand in the address; `user` there is whose details lie open. */
import type { CallInput } from '../../../platform/send.ts';
import { changed, readGiven, readPage } from '../../../shared/search-filters.ts';

export type UserFilters = CallInput<'listUsers'>;

const names = ['type', 'userName', 'phoneNumber'] as const;
export type FilterName = (typeof names)[number];

export const readFilters = (search: URLSearchParams): UserFilters => ({
  ...readGiven(search, names),
  ...readPage(search),
});

/** A changed filter starts at the first page again. */
export function change(
  search: URLSearchParams,
  wanted: Partial<Record<FilterName | 'page' | 'user', string>>,
): URLSearchParams {
  const isNewList = names.some((name) => wanted[name] !== undefined);
  return changed(search, isNewList ? { page: '', ...wanted } : wanted);
}

export const isFiltered = (filters: UserFilters): boolean =>
  names.some((name) => filters[name] !== undefined);

/** Api user, smart earner, reseller, api user; anybody else becomes an api user (S4.20). */
export function nextType(userType: string): string {
  if (userType === 'api user') return 'smart earner';
  return userType === 'smart earner' ? 'reseller' : 'api user';
}
