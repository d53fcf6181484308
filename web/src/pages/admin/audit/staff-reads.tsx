/** Who of the staff looked at whose data, newest first. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CursorButtons, useCursorPages } from '../../../shared/lists/cursor-pages.tsx';
import { DayFields } from '../../../shared/forms/day-fields.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { changed, readGiven } from '../../../shared/search-filters.ts';
import { send } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ReadEntry } from '../read-entry.tsx';

const names = ['reader', 'userName', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

export function StaffReads() {
  const [search, setSearch] = useSearchParams();
  const filters: Filters = readGiven(search, names);
  const isFiltered = Object.keys(filters).length > 0;
  const pages = useCursorPages(JSON.stringify(filters));
  const { before } = pages;
  const asked = before === undefined ? filters : { ...filters, before };
  const list = useQuery({
    queryKey: ['staff reads', asked],
    queryFn: ({ signal }) => send('listStaffReads', asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const go = (wanted: Filters) => setSearch(changed(search, wanted), { replace: true });
  const page = list.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div role="search" className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-end gap-3">
        <DebouncedField label="Who" value={filters.reader ?? ''} onApply={(reader) => go({ reader })} />
        <DebouncedField
          label="At whom"
          value={filters.userName ?? ''}
          onApply={(userName) => go({ userName })}
        />
        <DayFields from={filters.from} to={filters.to} onChange={go} />
        <Button
          kind="secondary"
          onClick={() => setSearch({ view: 'reads' }, { replace: true })}
          disabled={!isFiltered}
        >
          Clear filters
        </Button>
      </div>
      {page === undefined ? (
        list.isError || list.fetchStatus === 'paused' ? (
          <LoadFailure
            title="The record could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} label="Loading the record" />
        )
      ) : page.reads.length === 0 ? (
        <Empty title="Nothing on record">
          {isFiltered
            ? 'No entry matches these filters.'
            : 'Each look of staff at somebody’s data stands here.'}
        </Empty>
      ) : (
        <ul
          className={classNames(
            'divide-y divide-line border-y border-t-ink border-b-line',
            list.isPlaceholderData && 'opacity-60',
          )}
          aria-busy={list.isPlaceholderData}
        >
          {page.reads.map((read) => (
            <ReadEntry key={read._id} read={read} />
          ))}
        </ul>
      )}
      <CursorButtons pages={pages} next={page?.next ?? null} onTurn={() => window.scrollTo(0, 0)} />
    </div>
  );
}
