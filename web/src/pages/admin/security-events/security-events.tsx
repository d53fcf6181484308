/** What happened to what guards the accounts, of all of them or of one: for staff who look into an attack. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { StaffSecurityEvent } from '@jara/contract/calls/security-events.ts';
import { useSession } from '../../../platform/session.ts';
import { send } from '../../../platform/send.ts';
import { CursorButtons, useCursorPages } from '../../../shared/lists/cursor-pages.tsx';
import { DownloadButton } from '../../../shared/lists/download-button.tsx';
import { DayFields } from '../../../shared/forms/day-fields.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { changed, readGiven } from '../../../shared/search-filters.ts';
import { SecurityEntry, securityKindOptions } from '../../../shared/security-entry.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toUser } from '../addresses.ts';

const names = ['userName', 'what', 'outcome', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

const whatOptions = [{ value: '', label: 'Anything' }, ...securityKindOptions];
const outcomeOptions = [
  { value: '', label: 'Any end' },
  { value: 'ok', label: 'Went through' },
  { value: 'wrong', label: 'Wrong' },
  { value: 'locked', label: 'Too many tries' },
  { value: 'refused', label: 'Refused' },
];

export default function SecurityEvents() {
  const [search, setSearch] = useSearchParams();
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const filters: Filters = readGiven(search, names);
  const pages = useCursorPages(JSON.stringify(filters));
  const { before } = pages;
  const query = useQuery({
    queryKey: ['security events', 'all accounts', filters, before],
    queryFn: ({ signal }) =>
      send('findSecurityEvents', { ...filters, ...(before !== undefined && { before }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const change = (wanted: Filters) => setSearch(changed(search, wanted), { replace: true });
  return (
    <div className="grid grid-cols-1 gap-5">
      <ScreenHead title="Security activity">
        Logins and changes of what guards the accounts, also those that were refused.
      </ScreenHead>
      <EventFilters filters={filters} onChange={change} onClear={() => setSearch({}, { replace: true })} />
      {isAdmin && (
        <div>
          <DownloadButton call="findSecurityEvents" filters={filters} />
        </div>
      )}
      {query.data === undefined ? (
        query.isError || query.fetchStatus === 'paused' ? (
          <LoadFailure
            title="What happened could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} label="Loading what happened" />
        )
      ) : (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames('grid grid-cols-1 gap-5', query.isPlaceholderData && 'opacity-60')}
        >
          {query.data.events.length === 0 ? (
            <Empty title="Nothing happened">
              {Object.keys(filters).length > 0
                ? 'Nothing matches these filters.'
                : 'Each login and each change stands here.'}
            </Empty>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {query.data.events.map((event) => (
                <SecurityEntry key={event._id} event={event} whose={<Whose event={event} />} />
              ))}
            </ul>
          )}
          <CursorButtons pages={pages} next={query.data.next} />
        </div>
      )}
    </div>
  );
}

function Whose({ event: { userName } }: { event: StaffSecurityEvent }) {
  if (userName === null) return <span className="font-normal text-ink-2">Unknown name</span>;
  return (
    <Link className="text-brand underline underline-offset-4 [overflow-wrap:anywhere]" to={toUser(userName)}>
      {userName}
    </Link>
  );
}

function EventFilters({
  filters,
  onChange,
  onClear,
}: {
  filters: Filters;
  onChange: (wanted: Filters) => void;
  onClear: () => void;
}) {
  return (
    <div role="search" className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-end gap-3">
      <DebouncedField
        label="Username"
        value={filters.userName ?? ''}
        onApply={(userName) => onChange({ userName })}
      />
      <SelectField
        label="What"
        options={whatOptions}
        value={filters.what ?? ''}
        onChange={(event) => onChange({ what: event.target.value })}
      />
      <SelectField
        label="End"
        options={outcomeOptions}
        value={filters.outcome ?? ''}
        onChange={(event) => onChange({ outcome: event.target.value })}
      />
      <DayFields from={filters.from} to={filters.to} onChange={onChange} />
      <Button kind="secondary" onClick={onClear} disabled={Object.keys(filters).length === 0}>
        Clear filters
      </Button>
    </div>
  );
}
