/** What one of the staff asked for and another admin has to confirm: what it is, of whom, by whom, and what became of what was asked before. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffRequest } from '@jara/contract/calls/review-queue.ts';
import { staffRequestsQuery } from '../../../shared/review-queue-query.ts';
import { timeWords } from '../../../shared/when.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { QueueFrame, QueueItem } from './queue-frame.tsx';
import { Asked } from './second-asked.tsx';
import { SecondSheet } from './second-sheet.tsx';

const mostButtons = 4;

export function SecondQueue({ number, onPage }: { number: number; onPage: (page: number) => void }) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const list = useQuery({ ...staffRequestsQuery('waiting', number), placeholderData: keepPreviousData });
  const ended = useQuery(staffRequestsQuery('ended')).data?.staffRequests ?? [];
  const [deciding, setDeciding] = useState<StaffRequest>();
  return (
    <>
      <QueueFrame list={list}>
        {({ staffRequests, page, totalPages }) =>
          staffRequests.length === 0 ? (
            <Empty title="Nothing waits for a second admin">
              What one of the staff may not do alone stands here until another admin confirms it.
            </Empty>
          ) : (
            <>
              <ol className="border-t border-ink">
                {staffRequests.map((request) => (
                  <QueueItem
                    key={request._id}
                    createdAt={request.createdAt}
                    actions={request.isOwn && <WithdrawRequest request={request} />}
                    onDecide={isAdmin && !request.isOwn ? () => setDeciding(request) : undefined}
                  >
                    <Asked request={request} />
                    <p className="text-label text-ink-2">
                      asked by {request.isOwn ? 'you' : <b>{request.maker}</b>} · ends by itself{' '}
                      {timeWords(request.expiresAt)}
                    </p>
                  </QueueItem>
                ))}
              </ol>
              <Pager page={page} totalPages={totalPages} most={mostButtons} onPage={onPage} />
            </>
          )
        }
      </QueueFrame>
      {/* Not before what stands above it, which would push it down. */}
      {list.isFetched && ended.length > 0 && <Ended requests={ended} />}
      <SecondSheet request={deciding} onClose={() => setDeciding(undefined)} />
    </>
  );
}

function WithdrawRequest({ request: { _id: id } }: { request: StaffRequest }) {
  const queryClient = useQueryClient();
  const take = useMutation({
    mutationFn: () => send('withdrawStaffRequest', { id }),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(wordsOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
  });
  return (
    <Button
      kind="secondary"
      compact
      className="flex-1 max-lg:min-h-12 sm:flex-none"
      busy={take.isPending}
      onClick={() => take.mutate()}
    >
      Take back
    </Button>
  );
}

const endWords: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  withdrawn: 'Taken back',
  expired: 'Nobody confirmed it',
};

/** The latest of what was decided, with both names. */
function Ended({ requests }: { requests: readonly StaffRequest[] }) {
  return (
    <section aria-labelledby="second-ended" className="grid gap-2">
      <h2 id="second-ended" className="display text-title">
        Decided
      </h2>
      <ul className="border-t border-line">
        {requests.map((request) => (
          <li key={request._id} className="grid gap-1.5 border-b border-line py-4">
            <Asked request={request} />
            <p className="flex flex-wrap items-baseline gap-2 text-label text-ink-2">
              <Pill tone={request.state === 'confirmed' ? 'success' : 'plain'}>
                {endWords[request.state] ?? request.state}
              </Pill>
              asked by {request.maker}
              {request.endedBy !== null && `, ended by ${request.endedBy}`}
              {request.endedAt !== null && `, ${timeWords(request.endedAt)}`}
            </p>
            {request.endedReason !== null && (
              <p className="text-meta [overflow-wrap:anywhere]">“{request.endedReason}”</p>
            )}
            {request.couponCode !== null && (
              <p className="text-meta">
                The code is <span className="font-mono">{request.couponCode}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
