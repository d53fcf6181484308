/** Money that came in and could not be credited: what it is, why it waits, and since when; an admin decides. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { suspenseQuery } from '../../../shared/review-queue-query.ts';
import { timeWords } from '../../../shared/when.tsx';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toReceiptOf, toUser } from '../addresses.ts';
import { ageWords } from '../ago.ts';
import { PaidSum } from './paid-sum.tsx';
import { SuspenseSheet } from './suspense-sheet.tsx';

const mostButtons = 4;

export function SuspenseQueue({ number, onPage }: { number: number; onPage: (page: number) => void }) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const list = useQuery({ ...suspenseQuery(number), placeholderData: keepPreviousData });
  const [deciding, setDeciding] = useState<SuspenseEntry>();
  const page = list.data;
  if (page === undefined) {
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
  if (page.suspense.length === 0) {
    return (
      <Empty title="Nothing stands in suspense">
        What comes in and cannot be credited stands here until an admin decides.
      </Empty>
    );
  }
  const { open } = page.counts;
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={classNames('grid grid-cols-1 gap-5', list.isPlaceholderData && 'opacity-60')}
    >
      <p className="text-meta">
        {open === 1 ? '1 payment' : `${open.toLocaleString('en-NG')} payments`}, <Naira amount={page.total} />{' '}
        in naira
      </p>
      <ol className="-mt-2 border-t border-ink">
        {page.suspense.map((entry) => (
          <Entry key={entry._id} entry={entry} isAdmin={isAdmin} onDecide={() => setDeciding(entry)} />
        ))}
      </ol>
      <Pager page={page.page} totalPages={page.totalPages} most={mostButtons} onPage={onPage} />
      <SuspenseSheet entry={deciding} onClose={() => setDeciding(undefined)} />
    </div>
  );
}

const link = 'text-brand underline underline-offset-4';

function Entry({
  entry,
  isAdmin,
  onDecide,
}: {
  entry: SuspenseEntry;
  isAdmin: boolean;
  onDecide: () => void;
}) {
  const isCard = entry.source === 'card_payment';
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-3 border-b border-line py-4 lg:grid-cols-[min(9rem,42%)_minmax(0,1fr)_auto]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 lg:grid lg:content-start lg:justify-start">
        <p className="display text-lead">{ageWords(entry.createdAt)}</p>
        <p className="text-meta text-ink-2">since {timeWords(entry.createdAt, { precise: true })}</p>
      </div>
      <div className="grid grid-cols-1 content-start gap-1.5">
        <p className="flex flex-wrap items-baseline justify-end gap-x-4">
          <span className="min-w-[min(9rem,100%)] flex-1 font-semibold [overflow-wrap:anywhere]">
            {isCard ? 'Card payment' : 'Bank transfer'}
            {entry.sender !== null && ` from ${entry.sender}`}
          </span>
          <PaidSum entry={entry} className="display text-lead" />
        </p>
        <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">
          {entry.accountNumber !== null && (
            <>
              into <span className="figures">{entry.accountNumber}</span>
              {entry.bank !== null && ` (${entry.bank})`}
              {' · '}
            </>
          )}
          {entry.why}
        </p>
        {entry.trans_UserName !== null && (
          <p className="text-meta text-ink-2">
            {isCard ? 'begun by ' : 'the account was of '}
            <Link className={link} to={toUser(entry.trans_UserName)}>
              {entry.trans_UserName}
            </Link>
            {entry.transactionId !== null && (
              <>
                {' · '}
                <Link className={link} to={toReceiptOf({ _id: entry.transactionId }, isAdmin)}>
                  Receipt
                </Link>
              </>
            )}
          </p>
        )}
        <p className="text-label text-ink-2 [overflow-wrap:anywhere]">
          {entry.provider}
          {entry.providerReference !== null && (
            <>
              {' · '}
              <span className="font-mono">{entry.providerReference}</span>
            </>
          )}
        </p>
      </div>
      {isAdmin && (
        <div className="flex flex-wrap content-start gap-2 lg:mr-14 lg:flex-col">
          <Button kind="secondary" compact className="flex-1 max-lg:min-h-12 lg:flex-none" onClick={onDecide}>
            Decide
          </Button>
        </div>
      )}
    </li>
  );
}
