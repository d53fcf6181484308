import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams, type To } from 'react-router';
import { isStaff } from '@jara/contract/is-staff.ts';
import { messages } from '@jara/contract/messages.ts';
import { useCheckout } from '../../../features/checkout/checkout.tsx';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { besidePanel, panelColumn } from '../../../shared/lists/beside-panel.ts';
import { nameOfNumber, usePeople } from '../../../shared/people.ts';
import { DownloadButton } from '../../../shared/lists/download-button.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { ReceiptSheet } from '../../../features/receipt/receipt-sheet.tsx';
import { to } from '../../../platform/paths.ts';
import { keys, profileQuery } from '../../../platform/queries.ts';
import { send, Unreachable } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Empty } from '../../../ui/empty.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { FilterBar } from './filter-bar.tsx';
import { changeFilters, changePage, countFilters, readFilters } from './filters.ts';
import { Transactions, type TransactionsProps } from './transaction-list.tsx';
import { Totals } from './totals.tsx';

/** Page buttons: as many as the specification says on a desktop, as many as fit on a phone. */
const mostButtons = { admin: 20, others: 15, phone: 4 };

const StatementSheet = lazy(() => import('./statement-sheet.tsx'));
const StaffReceipt = lazy(() => import('../../admin/transactions/staff-receipt.tsx'));
const loadCheckPending = () => import('../../admin/transactions/check-pending.tsx');
const CheckPending = lazy(loadCheckPending);

/** The list of transactions with its filters: everybody's own, and for staff those of all users. */
export function TransactionsPage({
  title,
  slip,
  hasStatement = false,
  toReceipt,
}: {
  title: string;
  /** One's own screen, whosever transactions stand there. */
  hasStatement?: boolean;
  /** The receipt that lies open. */
  slip: string | null;
  /** The address of a receipt, and of the list without one. */
  toReceipt: (id: string | null, search: URLSearchParams) => To;
}) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const checkout = useCheckout();
  const { signedIn } = useSession();
  const { all } = usePeople();
  const isDesktop = useIsDesktop();
  const filters = readFilters(search);
  const list = useQuery({
    queryKey: keys.transactionList(filters),
    queryFn: ({ signal }) => send('listTransactions', filters, { signal }),
    placeholderData: keepPreviousData,
  });
  const isAdmin = signedIn?.isAdmin === true;
  const forStaff = isStaff(signedIn);
  useEffect(() => {
    if (forStaff) loadCheckPending().catch(() => undefined);
  }, [forStaff]);
  const most = isAdmin ? mostButtons.admin : mostButtons.others;
  const go = (next: URLSearchParams) => setSearch(next, { replace: true });
  const clear = () => go(new URLSearchParams());
  const page = list.data;
  const opened =
    page?.transactions.find(({ _id, reference }) => _id === slip || reference === slip)?._id ?? slip;
  const isBeside = forStaff && isDesktop && opened !== null;
  const shown: Omit<TransactionsProps, 'transactions'> = {
    isStaff: forStaff,
    nameOf: (phone) => nameOfNumber(all, phone),
    toReceipt: (transaction) => toReceipt(transaction, search),
    opened: forStaff ? opened : null,
  };
  const openReceipt = (id: string | null) => void navigate(toReceipt(id, search), { replace: true });
  const close = () => openReceipt(null);
  const [isStatementOpen, setStatementOpen] = useState(false);
  // The list of staff is everybody's, and a statement is one's own.
  const statementTitle = forStaff ? 'Your statement' : 'Statement';
  const files = (
    <div className="flex flex-wrap gap-2">
      {hasStatement && (
        <Button kind="secondary" compact className="max-lg:min-h-12" onClick={() => setStatementOpen(true)}>
          <FileText size={18} {...pen} />
          {statementTitle}
        </Button>
      )}
      <DownloadButton call="listTransactions" filters={filters} />
    </div>
  );

  return (
    <div {...{ [forStaff ? 'data-wide' : 'data-list']: '' }} className={besidePanel}>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-4 lg:gap-5">
        <ScreenHead title={title} {...(isDesktop && { aside: files })} />
        {checkout.notice}
        <FilterBar
          filters={filters}
          isStaff={forStaff}
          hasReferences={forStaff || signedIn?.user.userType === 'api user'}
          isNarrow={isBeside}
          onChange={(change) => go(changeFilters(search, change))}
          onReference={(reference) => void navigate(toReceipt(reference, search))}
          onClear={clear}
        />
        {page === undefined ? (
          list.isError || list.fetchStatus === 'paused' ? (
            <NotLoaded
              list={list}
              isPlain={!forStaff && Object.keys(filters).length === 0}
              shown={shown}
              onClear={clear}
            />
          ) : (
            <SkeletonRows rows={8} label="Loading the transactions" />
          )
        ) : (
          <div
            aria-busy={list.isPlaceholderData}
            className={classNames('grid grid-cols-1 gap-3 lg:gap-5', list.isPlaceholderData && 'opacity-60')}
          >
            {page.noOfTransaction > 0 && !isBeside && (
              <Totals page={page} isAdmin={isAdmin} isStaff={forStaff} />
            )}
            {/* Together, so that what waits does not push the list down. */}
            <Suspense
              fallback={
                page.transactions.length > 0 && <SkeletonRows rows={8} label="Loading the transactions" />
              }
            >
              {forStaff && <CheckPending transactions={page.transactions} />}
              {page.transactions.length > 0 && <Transactions transactions={page.transactions} {...shown} />}
            </Suspense>
            {page.transactions.length <= 1 && (
              <Few
                isNone={page.transactions.length === 0}
                isFiltered={countFilters(filters) > 0}
                onClear={clear}
              />
            )}
            <Pager
              page={page.page ?? 1}
              totalPages={page.totalPages}
              most={isDesktop ? most : mostButtons.phone}
              onPage={(number) => {
                go(changePage(search, number));
                window.scrollTo(0, 0);
              }}
            />
            {!isDesktop && page.transactions.length > 0 && <div className="justify-self-center">{files}</div>}
          </div>
        )}
        {isStatementOpen && (
          <Suspense>
            <StatementSheet title={statementTitle} open onClose={() => setStatementOpen(false)} />
          </Suspense>
        )}
        {checkout.sheet}
      </div>
      {forStaff ? (
        <Suspense fallback={isBeside && <div className={panelColumn} />}>
          <StaffReceipt
            id={opened}
            among={page?.transactions ?? []}
            onOpen={openReceipt}
            onClose={close}
            onBuyAgain={checkout.open}
          />
        </Suspense>
      ) : (
        <ReceiptSheet id={slip} onClose={close} onBuyAgain={checkout.open} />
      )}
    </div>
  );
}

/** Without a network the newest transactions are known all the same, when it is these that were asked for. */
function NotLoaded({
  list,
  isPlain,
  shown,
  onClear,
}: {
  list: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'refetch'>;
  /** No filter, the first page, one's own. */
  isPlain: boolean;
  shown: Omit<TransactionsProps, 'transactions'>;
  onClear: () => void;
}) {
  const newest = useQuery(profileQuery).data?.transactions;
  const isCutOff = list.fetchStatus === 'paused' || list.error instanceof Unreachable;
  if (isPlain && isCutOff && newest !== undefined) {
    return newest.length > 0 ? (
      <Transactions transactions={newest} {...shown} />
    ) : (
      <Few isNone isFiltered={false} onClear={onClear} />
    );
  }
  return (
    <LoadFailure
      title="The transactions could not be loaded"
      error={list.error}
      onRetry={() => void list.refetch()}
    />
  );
}

/** With one row or none the list says so, and what to do about it. */
function Few({ isNone, isFiltered, onClear }: { isNone: boolean; isFiltered: boolean; onClear: () => void }) {
  if (!isNone) {
    return (
      <p className="text-meta text-ink-2">
        {isFiltered ? 'One transaction matches these filters.' : 'This is the only transaction so far.'}
      </p>
    );
  }
  if (isFiltered) {
    return (
      <Empty
        title={messages.noTransactions}
        action={
          <Button kind="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Nothing matches these filters.
      </Empty>
    );
  }
  return (
    <Empty title={messages.noTransactions} action={<ButtonLink to={to.buyAirtime}>Buy airtime</ButtonLink>}>
      Each purchase and each payment gets a slip here.
    </Empty>
  );
}
