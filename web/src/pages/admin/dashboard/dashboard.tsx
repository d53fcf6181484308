import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Mail, RotateCw, TicketPlus } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { Naira } from '../../../shared/naira.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { isFirstAsked } from '../../../platform/first-answer.ts';
import { to } from '../../../platform/paths.ts';
import { reviewQueueQuery } from '../../../shared/review-queue-query.ts';
import { keys } from '../../../platform/queries.ts';
import { wordsOf, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { pen, PeopleGlyph, ReceiptGlyph, WalletGlyph } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FindUser } from './find-user.tsx';
import { adminKeys, detailsQuery } from './queries.ts';
import { Queues } from './queues.tsx';
import { Sales } from './sales.tsx';
import { ServicesPanel } from './services-panel.tsx';
import { Solvency } from './solvency.tsx';
import { Suppliers } from './suppliers.tsx';

export default function AdminDashboard() {
  const details = useQuery(detailsQuery);
  const queue = useQuery(reviewQueueQuery());
  const hasFailed = details.isError && details.data === undefined;
  useEffect(() => {
    if (hasFailed) toast.error(wordsOf(details.error));
  }, [hasFailed, details.error]);
  // When the details cannot be had, one is led home (S4.17).
  if (hasFailed) return <Navigate to={to.dashboard} replace />;
  return (
    <div data-wide="" className="grid grid-cols-1 gap-8">
      <ScreenHead title="Admin dashboard" aside={<Refresh />} />
      {details.data === undefined || isFirstAsked(queue) ? (
        <div className="grid gap-4" aria-busy="true">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <>
          <Tiles details={details.data} />
          <div className="grid grid-cols-1 items-start gap-8 min-[100rem]:grid-cols-[minmax(0,1fr)_24rem] min-[100rem]:gap-14">
            <div className="grid grid-cols-1 gap-8">
              <Queues />
              <Solvency />
              <Sales />
            </div>
            {/* Beside what waits in a very wide window, else below it. */}
            <div className="grid grid-cols-1 items-start gap-8 lg:max-[100rem]:grid-cols-2 lg:max-[100rem]:gap-14">
              <div className="grid grid-cols-1 gap-8">
                <FindUser users={details.data.users} allUsers={details.data.allUsers} />
                <Suppliers />
              </div>
              <ServicesPanel services={details.data.services} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function Refresh() {
  const queryClient = useQueryClient();
  const isBusy = useIsFetching({ queryKey: adminKeys.all }) > 0;
  return (
    <Button
      kind="secondary"
      compact
      className="max-lg:min-h-12"
      busy={isBusy}
      busyLabel="Refreshing"
      onClick={() => {
        void queryClient.invalidateQueries({ queryKey: adminKeys.all });
        void queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
      }}
    >
      <RotateCw size={18} {...pen} />
      Refresh
    </Button>
  );
}

function Tiles({ details }: { details: CallReply<'getAdminDetails'> }) {
  const open = details.services.filter(({ serviceStatus }) => serviceStatus).length;
  return (
    <nav
      aria-label="Admin"
      className="grid grid-cols-[repeat(auto-fit,minmax(max(33.3%-1px,min(10rem,100%)),1fr))] gap-px overflow-hidden border-y border-ink xl:grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))]"
    >
      <Tile path={to.adminUsers} label="All Users" icon={<PeopleGlyph size={22} />}>
        {details.allUsers.toLocaleString('en-NG')}
      </Tile>
      <Tile path={to.adminUsers} label="Total Balance" icon={<WalletGlyph size={22} />}>
        <Naira amount={details.totalBalance} />
      </Tile>
      <Tile path={to.adminTransactions} label="All transactions" icon={<ReceiptGlyph size={22} />}>
        {details.allTransactions.toLocaleString('en-NG')}
      </Tile>
      <Tile path={to.generateCoupon} label="Generate Coupon" icon={<TicketPlus size={22} {...pen} />} />
      <Tile path={to.sendMail} label="Email users" icon={<Mail size={22} {...pen} />} />
      <Tile path="#services" label="Available services" icon={<ListChecks size={22} {...pen} />}>
        {open} of {details.services.length}
      </Tile>
    </nav>
  );
}

function Tile({
  path,
  label,
  icon,
  children,
}: {
  path: string;
  label: string;
  icon: ReactNode;
  children?: ReactNode;
}) {
  const look =
    'grid min-h-28 content-between gap-2 p-3 text-brand shadow-[1px_1px_0_var(--line)] -outline-offset-4 hover:bg-sunk';
  const content = (
    <>
      {icon}
      <span className="grid">
        {children === undefined ? (
          <span className="font-semibold text-ink">{label}</span>
        ) : (
          <>
            <span className="text-meta text-ink-2">{label}</span>
            <span className="figures text-lead font-semibold text-ink">{children}</span>
          </>
        )}
      </span>
    </>
  );
  // A place on this page is the browser's to find.
  return path.startsWith('#') ? (
    <a href={path} className={look}>
      {content}
    </a>
  ) : (
    <Link to={path} className={look}>
      {content}
    </Link>
  );
}
