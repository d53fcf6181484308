/** What the server knows of users, for staff: the list, and one of them by name. */
import { queryOptions } from '@tanstack/react-query';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { send } from '../../../platform/send.ts';
import type { UserFilters } from './filters.ts';

export const userKeys = {
  /** Of everything below: after a change of a user. */
  all: ['users'],
  list: (filters: UserFilters) => ['users', 'list', filters],
  one: (userName: string) => ['users', 'one', userName],
  transactions: (userName: string) => ['users', 'transactions', userName],
  reads: (userName: string) => ['users', 'reads', userName],
  notes: (id: string, before?: string) => ['users', 'notes', id, before],
  securityEvents: (userName: string) => ['users', 'securityEvents', userName],
} as const;

/** Pages that are looked through for one name; more names than that begin alike nowhere. */
const mostPages = 20;

/** Null when there is nobody of this name. The list finds names by how they begin, and the whole name is its own beginning. */
export const userQuery = (userName: string) =>
  queryOptions({
    queryKey: userKeys.one(userName),
    queryFn: async ({ signal }): Promise<StaffUser | null> => {
      for (let page = 1; page <= mostPages; page += 1) {
        // One after the other: the first page nearly always has the one that is looked for.
        const { users, totalPages } = await send('listUsers', { userName, page }, { signal });
        const found = users.find((user) => user.userName === userName);
        if (found !== undefined || page >= totalPages) return found ?? null;
      }
      return null;
    },
  });
