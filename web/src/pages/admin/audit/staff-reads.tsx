/** Who of the staff looked at whose data, newest first. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DayFields } from '../../../shared/forms/day-fields.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { send } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ReadEntry } from '../read-entry.tsx';

const names = ['reader', 'userName', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

export function StaffReads() {
  const [search, setSearch] = useSearchParams();
  // The pages that were passed on the way to this one.
  const [passed, setPassed] = useState<readonly string[]>([]);
  const filters = readFilters(search);
  const before = passed.at(-1);
  const asked = before === undefined ? filters : { ...filters, before };
  const list = useQuery({
    queryKey: ['staff reads', asked],
    queryFn: ({ signal }) => send('listStaffReads', asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const go = (wanted: Filters) => {
    setPassed([]);
    const given = Object.entries({ ...filters, ...wanted }).filter(([, value]) => value !== '');
    setSearch({ view: 'reads', ...Object.fromEntries(given) }, { replace: true });
  };
  const turn = (pages: readonly string[]) => {
    setPassed(pages);
    window.scrollTo(0, 0);
  };
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
        <Empty title="Nothing on record">No entry matches these filters.</Empty>
      ) : (
        <ul className="divide-y divide-line border-t border-ink" aria-busy={list.isPlaceholderData}>
          {page.reads.map((read) => (
            <ReadEntry key={read._id} read={read} />
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        {passed.length > 0 && (
          <Button kind="secondary" compact onClick={() => turn(passed.slice(0, -1))}>
            Newer
          </Button>
        )}
        {page !== undefined && page.next !== null && (
          <Button kind="secondary" compact onClick={() => turn([...passed, page.next ?? ''])}>
            Earlier
          </Button>
        )}
      </div>
    </div>
  );
}

function readFilters(search: URLSearchParams): Filters {
  const given = names.flatMap((name) => {
    const value = search.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
