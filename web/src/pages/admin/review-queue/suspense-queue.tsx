/** Money that came in and could not be credited: what it is, why it waits, and since when; an admin decides. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import { Naira } from '../../../shared/naira.tsx';
import { suspenseQuery } from '../../../shared/review-queue-query.ts';
import { useSession } from '../../../platform/session.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { toReceiptOf, toUser } from '../addresses.ts';
import { PaidSum } from './paid-sum.tsx';
import { QueueFrame, QueueItem } from './queue-frame.tsx';
import { SuspenseSheet } from './suspense-sheet.tsx';

const mostButtons = 4;

export function SuspenseQueue({ number, onPage }: { number: number; onPage: (page: number) => void }) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const list = useQuery({ ...suspenseQuery(number), placeholderData: keepPreviousData });
  const [deciding, setDeciding] = useState<SuspenseEntry>();
  return (
    <>
      <QueueFrame list={list}>
        {({ suspense, total, counts: { open }, page, totalPages }) =>
          suspense.length === 0 ? (
            <Empty title="Nothing stands in suspense">
              What comes in and cannot be credited stands here until an admin decides.
            </Empty>
          ) : (
            <>
              <p className="text-meta">
                {open === 1 ? '1 payment' : `${open.toLocaleString('en-NG')} payments`},{' '}
                <Naira amount={total} /> in naira
              </p>
              <ol className="-mt-2 border-t border-ink">
                {suspense.map((entry) => (
                  <Entry
                    key={entry._id}
                    entry={entry}
                    isAdmin={isAdmin}
                    onDecide={() => setDeciding(entry)}
                  />
                ))}
              </ol>
              <Pager page={page} totalPages={totalPages} most={mostButtons} onPage={onPage} />
            </>
          )
        }
      </QueueFrame>
      <SuspenseSheet entry={deciding} onClose={() => setDeciding(undefined)} />
    </>
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
    <QueueItem createdAt={entry.createdAt} onDecide={isAdmin ? onDecide : undefined}>
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
    </QueueItem>
  );
}
