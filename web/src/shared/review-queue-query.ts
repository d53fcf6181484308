/** What has no outcome, as the menu of staff, the admin dashboard and its own screen ask it. */
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../platform/queries.ts';
import { send } from '../platform/send.ts';

export type ReviewQueueKind = 'staff' | 'asked';

export const reviewQueueQuery = (queue: ReviewQueueKind = 'staff', page = 1) =>
  queryOptions({
    queryKey: keys.reviewQueuePage(queue, page),
    queryFn: ({ signal }) => send('listWaiting', { queue, page }, { signal }),
    refetchInterval: 60_000,
  });

/** What stands in suspense and waits for a decision. */
export const suspenseQuery = (page = 1) =>
  queryOptions({
    queryKey: keys.reviewQueuePage('suspense', page),
    queryFn: ({ signal }) => send('listSuspense', { page }, { signal }),
    refetchInterval: 60_000,
  });

/** What a second admin has to confirm, or the latest of what was decided about. */
export const staffRequestsQuery = (queue: 'waiting' | 'ended', page = 1) =>
  queryOptions({
    queryKey: keys.reviewQueuePage(`second ${queue}`, page),
    queryFn: ({ signal }) => send('listStaffRequests', { queue, page }, { signal }),
    refetchInterval: 60_000,
  });
