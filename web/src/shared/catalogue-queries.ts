/** What admins look after, as more than one of their screens asks it. */
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../platform/queries.ts';
import { send } from '../platform/send.ts';

export const suppliersQuery = queryOptions({
  queryKey: keys.suppliers,
  queryFn: ({ signal }) => send('listSuppliers', undefined, { signal }),
});

export const costPricesQuery = queryOptions({
  queryKey: keys.costPrices,
  queryFn: ({ signal }) => send('listCostPrices', undefined, { signal }),
});

/** Services, and suppliers with their floats: asked anew while one looks. */
export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => send('checkServices', undefined, { signal }),
  refetchInterval: 30_000,
});
