/** What waits, in figures that lead to it. */
import { useQuery } from '@tanstack/react-query';
import { reviewQueueQuery } from '../../../shared/review-queue-query.ts';
import { Naira } from '../../../shared/naira.tsx';
import { to } from '../../../platform/paths.ts';
import { Figure, Figures } from '../figures.tsx';

export function Queues() {
  const { data } = useQuery(reviewQueueQuery());
  if (data === undefined) return null;
  const { counts, heldBack } = data;
  return (
    <section aria-label="Queues" className="grid gap-2">
      <h2 className="display text-title">Queues</h2>
      <Figures label="What waits">
        <Figure
          label="For staff"
          to={to.reviewQueue}
          note={
            counts.staff === 0 ? (
              'nothing to decide'
            ) : (
              <>
                <Naira amount={heldBack} /> held
              </>
            )
          }
        >
          {counts.staff.toLocaleString('en-NG')}
        </Figure>
        <Figure label="Still asked about" to={`${to.reviewQueue}?queue=asked`} note="for over 5 minutes">
          {counts.asked.toLocaleString('en-NG')}
        </Figure>
        <Figure
          label="Suspense"
          to={`${to.reviewQueue}?queue=suspense`}
          note={counts.suspense === 0 ? 'nothing to decide' : 'came in, credited to nobody'}
        >
          {counts.suspense.toLocaleString('en-NG')}
        </Figure>
        <Figure
          label="Second admin"
          to={`${to.reviewQueue}?queue=second`}
          note={counts.staffRequests === 0 ? 'nothing to confirm' : 'asked for, not done yet'}
        >
          {counts.staffRequests.toLocaleString('en-NG')}
        </Figure>
        <Figure
          label="Problems"
          to={`${to.reviewQueue}?queue=disputes`}
          note={counts.disputes === 0 ? 'nothing to answer' : 'reported by users'}
        >
          {counts.disputes.toLocaleString('en-NG')}
        </Figure>
        <Figure label="Webhooks given up" note="in the last 30 days">
          {counts.webhooksGivenUp.toLocaleString('en-NG')}
        </Figure>
      </Figures>
    </section>
  );
}
