import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether a query has been asked for the first time, and its answer may come at any moment: what stands below it is not shown yet, so that
 * nothing pushes it down. After one try that failed it is, and stays: the answer may never come.
 */
export const isFirstAsked = ({
  isLoading,
  isFetched,
  failureCount,
}: Pick<UseQueryResult, 'isLoading' | 'isFetched' | 'failureCount'>): boolean =>
  isLoading && !isFetched && failureCount === 0;
