import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

/** In place of sections whose state is not known yet, or cannot be had. `what` is said in both: "your notices". */
export function SectionLoading({
  what,
  rows,
  query,
}: {
  what: string;
  rows: number;
  query: Pick<UseQueryResult, 'isError' | 'fetchStatus' | 'error' | 'refetch'>;
}) {
  return (
    <div className="border-t border-ink pt-4 pb-8">
      {query.isError || query.fetchStatus === 'paused' ? (
        <LoadFailure
          title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonRows rows={rows} label={`Loading ${what}`} />
      )}
    </div>
  );
}
