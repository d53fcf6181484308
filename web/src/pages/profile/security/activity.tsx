/** What happened to what guards the account, newest first. */
import { useQuery } from '@tanstack/react-query';
import { CursorButtons, useCursorPages } from '../../../shared/lists/cursor-pages.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { SecurityEntry } from '../../../shared/security-entry.tsx';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export function Activity() {
  const pages = useCursorPages();
  const { before } = pages;
  const query = useQuery({
    queryKey: keys.securityEvents(before ?? ''),
    queryFn: ({ signal }) => send('listSecurityEvents', before === undefined ? {} : { before }, { signal }),
  });
  return (
    <section className="grid gap-4 border-t border-ink pt-4 pb-8" aria-label="Security activity">
      <div className="grid gap-1">
        <h2 className="display text-lead">Security activity</h2>
        <p className="text-meta text-ink-2">
          Logins and changes, also those that were refused. Was it not you? Change your password.
        </p>
      </div>
      {query.data === undefined && query.isError && (
        <LoadFailure
          title="Your activity could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data === undefined && !query.isError && <SkeletonRows rows={3} label="Loading your activity" />}
      {query.data !== undefined && query.data.events.length === 0 && (
        <p className="text-meta text-ink-2">Nothing yet.</p>
      )}
      {query.data !== undefined && query.data.events.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {query.data.events.map((event) => (
            <SecurityEntry key={event._id} event={event} />
          ))}
        </ul>
      )}
      <CursorButtons pages={pages} next={query.data?.next ?? null} />
    </section>
  );
}
