import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReviewQueueEntry } from '@jara/contract/calls/review-queue.ts';
import { Naira } from '../../../shared/naira.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { hoursWords } from '../../../shared/when.tsx';
import { reviewQueueQuery, type ReviewQueueKind } from '../../../shared/review-queue-query.ts';
import { to } from '../../../platform/paths.ts';
import type { CallReply } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { terms } from '../../../platform/terms.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import CheckPending from '../transactions/check-pending.tsx';
import { DecideSheet } from './decide-sheet.tsx';
import { FloatDrifts } from './float-drifts.tsx';
import { QueueEntry } from './queue-entry.tsx';
import { QueueFrame } from './queue-frame.tsx';
import { SecondQueue } from './second-queue.tsx';
import { SuspenseQueue } from './suspense-queue.tsx';

type Page = CallReply<'listWaiting'>;
type Counts = Page['counts'];

const DisputeQueue = lazy(() => import('./dispute-queue.tsx'));
const mostButtons = 4;

type Tab = ReviewQueueKind | 'suspense' | 'second' | 'disputes';
const tabs: readonly Tab[] = ['staff', 'asked', 'suspense', 'second', 'disputes'];

const aboutOutcomes =
  'Purchases and withdrawals without an outcome, oldest first. Their money is held: it is neither ours nor back in the wallet.';
const aboutSuspense =
  'Money that came in and could not be credited, oldest first. Whose it is, an admin decides.';
const aboutSecond =
  'What one of the staff may not move alone, oldest first. Nothing was done yet: another admin confirms it.';

const about: Record<Tab, string> = {
  staff: aboutOutcomes,
  asked: aboutOutcomes,
  suspense: aboutSuspense,
  second: aboutSecond,
  disputes:
    'What users reported of a transaction of theirs. They read your answer on the slip and in a mail.',
};

export default function ReviewQueue() {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('queue')) ?? 'staff';
  const wanted = Number(search.get('page') ?? 1);
  const number = Number.isInteger(wanted) && wanted > 1 ? wanted : 1;
  const waiting = useQuery(reviewQueueQuery());
  const counts = waiting.isPending ? 'loading' : waiting.data?.counts;
  const turnTo = (next: number) => {
    setSearch({ ...(tab !== 'staff' && { queue: tab }), page: String(next) }, { replace: true });
    window.scrollTo(0, 0);
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <ScreenHead title="Waiting">{about[tab]}</ScreenHead>
      <Chips
        label="Queue"
        hideLabel
        options={[
          { value: 'staff', label: labelOf('For staff', counts, 'staff') },
          { value: 'asked', label: labelOf('Still asked about', counts, 'asked') },
          { value: 'suspense', label: labelOf('Suspense', counts, 'suspense') },
          { value: 'second', label: labelOf('Second admin', counts, 'staffRequests') },
          { value: 'disputes', label: labelOf('Problems', counts, 'disputes') },
        ]}
        value={tab}
        onChange={(next) => setSearch(next === 'staff' ? {} : { queue: next }, { replace: true })}
      />
      {tab === 'disputes' ? (
        <Suspense fallback={<SkeletonRows rows={6} label="Loading the queue" />}>
          <DisputeQueue />
        </Suspense>
      ) : tab === 'second' ? (
        <SecondQueue number={number} onPage={turnTo} />
      ) : tab === 'suspense' ? (
        <SuspenseQueue number={number} onPage={turnTo} />
      ) : (
        <Outcomes queue={tab} number={number} onPage={turnTo} />
      )}
    </div>
  );
}

interface OutcomesProps {
  queue: ReviewQueueKind;
  number: number;
  onPage: (page: number) => void;
}

function Outcomes({ queue, number, onPage }: OutcomesProps) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const list = useQuery({ ...reviewQueueQuery(queue, number), placeholderData: keepPreviousData });
  return (
    <QueueFrame list={list}>
      {(page) => (
        <>
          <AfterRestore count={page.counts.recovery} />
          <FloatDrifts drifts={page.floats} isAdmin={isAdmin} />
          <Queue queue={queue} page={page} />
          <Pager page={page.page} totalPages={page.totalPages} most={mostButtons} onPage={onPage} />
          <GivenUp count={page.counts.webhooksGivenUp} />
        </>
      )}
    </QueueFrame>
  );
}

/** Until the count is there, a dash holds its place. */
function labelOf(name: string, counts: Counts | 'loading' | undefined, of: keyof Counts): string {
  if (counts === undefined) return name;
  return `${name} · ${counts === 'loading' ? '–' : counts[of].toLocaleString('en-NG')}`;
}

const empty = {
  staff: {
    title: 'Nothing waits for staff',
    words: () =>
      `What has no outcome is still asked about by itself, for ${hoursWords(terms.purchase.giveUpHours)}.`,
  },
  asked: {
    title: 'Nothing waits for long',
    words: () => 'What has waited for over five minutes stands here.',
  },
} as const;

function Queue({ queue, page: { waiting, heldBack, counts } }: { queue: ReviewQueueKind; page: Page }) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const [deciding, setDeciding] = useState<ReviewQueueEntry>();
  if (waiting.length === 0) return <Empty title={empty[queue].title}>{empty[queue].words()}</Empty>;
  return (
    <>
      <CheckPending transactions={waiting.map(({ _id }) => ({ _id, trans_Status: 'pending' }))}>
        {counts[queue] === 1 ? '1 transaction' : `${counts[queue].toLocaleString('en-NG')} transactions`},{' '}
        <Naira amount={heldBack} /> held
      </CheckPending>
      <ol className="-mt-2 border-t border-ink">
        {waiting.map((transaction) => (
          <QueueEntry
            key={transaction._id}
            transaction={transaction}
            isAdmin={isAdmin}
            onDecide={() => setDeciding(transaction)}
          />
        ))}
      </ol>
      <DecideSheet transaction={deciding} onClose={() => setDeciding(undefined)} />
    </>
  );
}

function AfterRestore({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice
      tone="amber"
      title="After the restore"
      action={
        <ButtonLink kind="quiet" compact className="-ml-3 justify-self-start" to={to.recovery}>
          See what is open
        </ButtonLink>
      }
    >
      {count === 1 ? '1 thing is' : `${count.toLocaleString('en-NG')} things are`} not answered, compared or
      explained.
    </Notice>
  );
}

function GivenUp({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="border-t border-line pt-3 text-meta text-ink-2">
      <b className="text-ink">{count === 1 ? '1 message' : `${count.toLocaleString('en-NG')} messages`}</b> to
      users’ own servers {count === 1 ? 'was' : 'were'} given up after ten tries in the last 30 days. Their
      owners find them in Developer and send them again.
    </p>
  );
}
