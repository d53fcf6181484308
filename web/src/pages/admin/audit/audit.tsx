import { limits } from '@jara/contract/constants.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { DayFields } from '../../../shared/forms/day-fields.tsx';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { changed, readGiven, readPage } from '../../../shared/search-filters.ts';
import { send, type CallInput } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Empty } from '../../../ui/empty.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ActionEntry } from './action-entry.tsx';
import { StaffReads } from './staff-reads.tsx';
import { actionOptions } from './words.ts';

const names = ['actor', 'action', 'subject', 'from', 'to'] as const;
type Filters = CallInput<'listStaffActions'>;
type Change = Partial<Record<(typeof names)[number], string>>;

/** Page buttons: an admin's twenty on a desktop, as many as fit on a phone. */
const mostButtons = { wide: 20, phone: 4 };

const views = [
  { value: 'actions', label: 'What they did' },
  { value: 'reads', label: 'What they looked at' },
];

export default function StaffRecord() {
  const [search, setSearch] = useSearchParams();
  const view = search.get('view') === 'reads' ? 'reads' : 'actions';
  return (
    <div className="grid grid-cols-1 gap-5">
      <ScreenHead title="Staff record">
        Who did what, when and why, and who looked at whom. Nothing here can be changed or taken away.
      </ScreenHead>
      <div className="min-w-0">
        <Tabs
          label="Record"
          tabs={views}
          value={view}
          onChange={(value) => setSearch(value === 'reads' ? { view: value } : {}, { replace: true })}
        >
          <div className="pt-5">{view === 'reads' ? <StaffReads /> : <StaffActions />}</div>
        </Tabs>
      </div>
    </div>
  );
}

function StaffActions() {
  const [search, setSearch] = useSearchParams();
  const isDesktop = useIsDesktop();
  const filters: Filters = { ...readGiven(search, names), ...readPage(search) };
  const list = useQuery({
    queryKey: ['staff actions', filters],
    queryFn: ({ signal }) => send('listStaffActions', filters, { signal }),
    placeholderData: keepPreviousData,
  });
  const go = (wanted: Record<string, string>) => setSearch(changed(search, wanted), { replace: true });
  const clear = () => setSearch({}, { replace: true });
  const page = list.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      <RecordFilters filters={filters} onChange={(change) => go({ ...change, page: '' })} onClear={clear} />
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
      ) : (
        <div
          aria-busy={list.isPlaceholderData}
          className={classNames('grid grid-cols-1 gap-5', list.isPlaceholderData && 'opacity-60')}
        >
          <p className="text-meta text-ink-2" role="status">
            {page.totalActions === 1 ? '1 entry' : `${page.totalActions.toLocaleString('en-NG')} entries`}
            {page.totalActions < limits.staffActionsCounted ? '' : ' or more'}
          </p>
          {page.actions.length === 0 ? (
            <Empty title="Nothing on record">
              {isFiltered(filters) ? 'No entry matches these filters.' : 'Each action of staff stands here.'}
            </Empty>
          ) : (
            <ol className="-mt-2 border-t border-ink">
              {page.actions.map((action) => (
                <ActionEntry key={action._id} entry={action} />
              ))}
            </ol>
          )}
          <Pager
            page={page.page}
            totalPages={page.totalPages}
            most={isDesktop ? mostButtons.wide : mostButtons.phone}
            onPage={(number) => {
              go({ page: number === 1 ? '' : String(number) });
              window.scrollTo(0, 0);
            }}
          />
        </div>
      )}
    </div>
  );
}

const isFiltered = (filters: Filters): boolean => names.some((name) => filters[name] !== undefined);

function RecordFilters({
  filters,
  onChange,
  onClear,
}: {
  filters: Filters;
  onChange: (change: Change) => void;
  onClear: () => void;
}) {
  return (
    <div role="search" className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-end gap-3">
      <DebouncedField label="Who" value={filters.actor ?? ''} onApply={(actor) => onChange({ actor })} />
      <SelectField
        label="What"
        options={actionOptions}
        value={filters.action ?? ''}
        onChange={(event) => onChange({ action: event.target.value })}
      />
      <DebouncedField
        label="To what"
        value={filters.subject ?? ''}
        onApply={(subject) => onChange({ subject })}
      />
      <DayFields from={filters.from} to={filters.to} onChange={onChange} />
      <Button kind="secondary" onClick={onClear} disabled={!isFiltered(filters)}>
        Clear filters
      </Button>
    </div>
  );
}
