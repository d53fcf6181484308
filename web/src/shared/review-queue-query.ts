/** What has no outcome, as the menu of staff, the admin dashboard and its own screen ask it. */
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../platform/queries.ts';
import { send } from '../platform/send.ts';

export type WaitingQueue = 'staff' | 'asked';

export const waitingQuery = (queue: WaitingQueue = 'staff', page = 1) =>
  queryOptions({
    queryKey: keys.waitingPage(queue, page),
    queryFn: ({ signal }) => send('listWaiting', { queue, page }, { signal }),
    refetchInterval: 60_000,
  });
