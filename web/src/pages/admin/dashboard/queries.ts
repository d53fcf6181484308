/** What the admin dashboard asks. */
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../../platform/send.ts';

export const adminKeys = {
  all: ['admin'],
  details: ['admin', 'details'],
  checks: ['admin', 'checks'],
  solvency: ['admin', 'solvency'],
  sales: (days: number) => ['admin', 'sales', days],
} as const;

export const detailsQuery = queryOptions({
  queryKey: adminKeys.details,
  queryFn: ({ signal }) => send('getAdminDetails', undefined, { signal }),
});

export const checksQuery = queryOptions({
  queryKey: adminKeys.checks,
  queryFn: ({ signal }) => send('checkServices', undefined, { signal }),
  refetchInterval: MINUTE_MS,
});

export const solvencyQuery = queryOptions({
  queryKey: adminKeys.solvency,
  queryFn: ({ signal }) => send('getSolvency', undefined, { signal }),
  refetchInterval: MINUTE_MS,
});

export const salesQuery = (days: number) =>
  queryOptions({
    queryKey: adminKeys.sales(days),
    queryFn: ({ signal }) => send('getSales', { days }, { signal }),
  });
