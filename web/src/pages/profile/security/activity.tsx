/** What happened to what guards the account, newest first. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { SecurityEntry } from '../../../shared/security-entry.tsx';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export function Activity() {
  // The pages that were passed on the way to this one.
  const [passed, setPassed] = useState<readonly string[]>([]);
  const before = passed.at(-1);
  const query = useQuery({
    queryKey: keys.securityEvents(before ?? ''),
    queryFn: ({ signal }) => send('listSecurityEvents', before === undefined ? {} : { before }, { signal }),
  });
  const next = query.data?.next ?? null;
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
      <div className="flex gap-2">
        {passed.length > 0 && (
          <Button kind="secondary" compact onClick={() => setPassed(passed.slice(0, -1))}>
            Newer
          </Button>
        )}
        {next !== null && (
          <Button kind="secondary" compact onClick={() => setPassed([...passed, next])}>
            Earlier
          </Button>
        )}
      </div>
    </section>
  );
}
