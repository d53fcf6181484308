import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { userTypes } from '@jara/contract/constants.ts';
import { phoneToFind } from '@jara/contract/phone.ts';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { DownloadButton } from '../../../shared/lists/download-button.tsx';
import { FoldedTotals } from '../../../shared/lists/folded-totals.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { send, type CallReply } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Empty } from '../../../ui/empty.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Figure, Figures } from '../figures.tsx';
import { besidePanel } from '../../../shared/lists/beside-panel.ts';
import { userKeys } from './queries.ts';
import { change, isFiltered, readFilters, type FilterName, type UserFilters } from './filters.ts';
import { UserList } from './user-list.tsx';
import { UserPanel } from './user-panel.tsx';

/** Page buttons: as many as the specification says on a desktop, as many as fit on a phone. */
const mostButtons = { admin: 20, others: 15, phone: 4 };

export default function Users() {
  const [search, setSearch] = useSearchParams();
  const { signedIn } = useSession();
  const isDesktop = useIsDesktop();
  const filters = readFilters(search);
  const list = useQuery({
    queryKey: userKeys.list(filters),
    queryFn: ({ signal }) => send('listUsers', filters, { signal }),
    placeholderData: keepPreviousData,
  });
  const go = (wanted: Parameters<typeof change>[1]) => setSearch(change(search, wanted), { replace: true });
  const clear = () => go({ type: '', userName: '', phoneNumber: '' });
  const most = signedIn?.isAdmin === true ? mostButtons.admin : mostButtons.others;
  const page = list.data;
  const opened = search.get('user');
  const isBeside = isDesktop && opened !== null;
  return (
    <div data-wide="" className={besidePanel}>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-5">
        <ScreenHead title="Users" aside={<DownloadButton call="listUsers" filters={filters} />} />
        <UserFilterBar filters={filters} onChange={go} onClear={clear} />
        {page === undefined ? (
          list.isError || list.fetchStatus === 'paused' ? (
            <LoadFailure
              title="The users could not be loaded"
              error={list.error}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SkeletonRows rows={8} label="Loading the users" />
          )
        ) : (
          <div
            aria-busy={list.isPlaceholderData}
            className={classNames('grid grid-cols-1 gap-5', list.isPlaceholderData && 'opacity-60')}
          >
            {!isBeside && <UserTotals page={page} isAdmin={signedIn?.isAdmin === true} />}
            {page.users.length === 0 ? (
              <NoUsers isFiltered={isFiltered(filters)} onClear={clear} />
            ) : (
              <UserList users={page.users} page={page.page} opened={opened} onOpen={(user) => go({ user })} />
            )}
            <Pager
              page={page.page}
              totalPages={page.totalPages}
              most={isDesktop ? most : mostButtons.phone}
              onPage={(number) => {
                go({ page: number === 1 ? '' : String(number) });
                window.scrollTo(0, 0);
              }}
            />
          </div>
        )}
      </div>
      <UserPanel
        userName={opened}
        known={page?.users ?? []}
        onOpen={(user) => go({ user })}
        onClose={() => go({ user: '' })}
      />
    </div>
  );
}

function UserTotals({ page, isAdmin }: { page: CallReply<'listUsers'>; isAdmin: boolean }) {
  const count = page.totalUsers.toLocaleString('en-NG');
  return (
    <FoldedTotals of={page.totalUsers === 1 ? '1 user' : `${count} users`}>
      <Figures label="Totals">
        <Figure label="Total users">{count}</Figure>
        <Figure label={isAdmin ? 'Total balance, without yours' : 'Total balance'}>
          <Naira amount={page.totalBalance} />
        </Figure>
      </Figures>
    </FoldedTotals>
  );
}

const typeOptions = [
  { value: '', label: 'All types' },
  ...userTypes.map((type) => ({ value: type, label: type.charAt(0).toUpperCase() + type.slice(1) })),
];

function UserFilterBar({
  filters,
  onChange,
  onClear,
}: {
  filters: UserFilters;
  onChange: (wanted: Partial<Record<FilterName, string>>) => void;
  onClear: () => void;
}) {
  return (
    <div role="search" className="grid grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] items-end gap-3">
      <DebouncedField
        label="Username"
        value={filters.userName ?? ''}
        onApply={(userName) => onChange({ userName })}
      />
      <DebouncedField
        label="Phone number"
        inputMode="tel"
        value={filters.phoneNumber ?? ''}
        onApply={(phoneNumber) => onChange({ phoneNumber })}
        fix={(text) => (text === '' || phoneToFind(text) !== undefined ? undefined : 'Type digits only.')}
      />
      <SelectField
        label="User type"
        options={typeOptions}
        value={filters.type ?? ''}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      {/* As high as the fields, and in one line beside a panel. */}
      <Button
        kind="secondary"
        compact
        onClick={onClear}
        disabled={!isFiltered(filters)}
        className="min-h-12 whitespace-nowrap"
      >
        Clear filters
      </Button>
    </div>
  );
}

function NoUsers({ isFiltered: isNarrowed, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isNarrowed) return <Empty title="No users here">This page of the list is empty.</Empty>;
  return (
    <Empty
      title="No users found"
      action={
        <Button kind="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Nobody matches these filters. Names and numbers are found by how they begin.
    </Empty>
  );
}
