/** What the panel of a user is made of: parts with a heading, and the rows that one of them loads. */
import type { ReactNode } from 'react';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-1">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Rows<Row>({
  query,
  rows,
  none,
  children,
}: {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  rows: readonly Row[] | undefined;
  /** In place of rows, when there are none. */
  none: string;
  children: (row: Row) => ReactNode;
}) {
  if (query.data === undefined && query.error === null) return <SkeletonRows rows={2} label="Loading" />;
  if (query.data === undefined)
    return (
      <LoadFailure
        title="This could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (rows === undefined || rows.length === 0) return <p className="text-meta text-ink-2">{none}</p>;
  return <ul className="divide-y divide-line">{rows.map(children)}</ul>;
}
