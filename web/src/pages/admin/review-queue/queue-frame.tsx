/** What both queues are shown in: a page of them, until it is there why it is not, and one entry of it. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { timeWords } from '../../../shared/when.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ageWords } from '../ago.ts';

export function QueueFrame<Page>({
  list,
  children,
}: {
  list: UseQueryResult<Page>;
  children: (page: Page) => ReactNode;
}) {
  if (list.data === undefined) {
    return list.isError || list.fetchStatus === 'paused' ? (
      <LoadFailure
        title="The queue could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <SkeletonRows rows={6} label="Loading the queue" />
    );
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={classNames('grid grid-cols-1 gap-5', list.isPlaceholderData && 'opacity-60')}
    >
      {children(list.data)}
    </div>
  );
}

/** How long it waits, what it is, and what staff can do about it. */
export function QueueItem({
  createdAt,
  actions,
  decideLabel = 'Decide',
  onDecide,
  children,
}: {
  createdAt: string;
  actions?: ReactNode;
  decideLabel?: string;
  /** Undefined where the viewer may not decide. */
  onDecide: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-3 border-b border-line py-4 lg:grid-cols-[min(9rem,42%)_minmax(0,1fr)_auto]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 lg:grid lg:content-start lg:justify-start">
        <p className="display text-lead">{ageWords(createdAt)}</p>
        <p className="text-meta text-ink-2">since {timeWords(createdAt, { precise: true })}</p>
      </div>
      <div className="grid grid-cols-1 content-start gap-1.5">{children}</div>
      {(actions !== undefined || onDecide !== undefined) && (
        <div className="flex flex-wrap content-start gap-2 lg:w-34 lg:flex-col lg:content-end">
          {actions}
          {onDecide !== undefined && (
            <Button
              kind="secondary"
              compact
              className="flex-1 max-lg:min-h-12 sm:flex-none"
              onClick={onDecide}
            >
              {decideLabel}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
