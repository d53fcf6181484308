/** Where one is logged in, and a way to end it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock3, Laptop, Smartphone } from 'lucide-react';
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Session } from '@jara/contract/calls/security.ts';
import { newWords } from '@jara/contract/velocity-limit.ts';
import { StaffStepUpSheet } from '../../../shared/forms/staff-step-up-sheet.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { isAhead, limitWords } from '../../../features/money/velocity-limit.tsx';
import { When } from '../../../shared/when.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

export function Devices() {
  const queryClient = useQueryClient();
  const { signedIn } = useSession();
  const query = useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => send('listSessions', undefined, { signal }),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.sessions });
  const onError = (error: unknown) => {
    toast.error(wordsOf(error));
    void refresh();
  };
  const onSuccess = async ({ msg }: { msg: string }) => {
    await refresh();
    toast.success(msg);
  };
  const end = useMutation({ mutationFn: (id: string) => send('endSession', { id }), onSuccess, onError });
  const endOthers = useMutation({ mutationFn: () => send('endOtherSessions'), onSuccess, onError });
  const sessions = query.data?.sessions;
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <section className="grid gap-4 border-t border-ink pt-4 pb-8" aria-label="Devices">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="display text-lead">Devices</h2>
          <p className="text-meta text-ink-2">
            Where you are logged in. End what you do not know, then change your password. A device that you
            log out here counts as new when it logs in again.
          </p>
        </div>
        {others.length > 0 && (
          <Button
            kind="danger"
            busy={endOthers.isPending}
            busyLabel="Logging out"
            onClick={() => endOthers.mutate()}
          >
            Log out all others
          </Button>
        )}
      </div>
      {/* The shell of staff has one. */}
      {!isStaff(signedIn) && <StaffStepUpSheet />}
      {sessions === undefined && query.isError && (
        <LoadFailure
          title="Your devices could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {sessions === undefined && !query.isError && <SkeletonRows rows={2} label="Loading your devices" />}
      {sessions !== undefined && (
        <ul className="divide-y divide-line border-y border-line">
          {[...sessions.filter(({ isCurrent }) => isCurrent), ...others].map((session) => (
            <Device
              key={session._id}
              session={session}
              isEnding={end.isPending && end.variables === session._id}
              onEnd={() => end.mutate(session._id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Device({
  session: { device, ipPrefix, createdAt, lastUsedAt, isCurrent, limit },
  isEnding,
  onEnd,
}: {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}) {
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Laptop;
  return (
    <li className="flex min-h-16 items-center gap-4 py-3">
      <Icon size={24} className="shrink-0 text-ink-2" {...pen} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {isCurrent && <Pill tone="success">This device</Pill>}
        </p>
        <p className="text-meta text-ink-2">
          {isCurrent ? (
            'Active now'
          ) : (
            <>
              Last used <When iso={lastUsedAt} precise />
            </>
          )}
          {' \u00b7 '}since <When iso={createdAt} />
          {ipPrefix !== null && ` \u00b7 from ${ipPrefix}`}
        </p>
        {limit !== null && isAhead(limit.until) && (
          <p className="flex items-start gap-1.5 text-meta text-amber">
            <Clock3 size={16} className="mt-0.5 shrink-0" {...pen} />
            {newWords(limit)}, {limitWords(limit)}
          </p>
        )}
      </div>
      {!isCurrent && (
        <Button
          kind="quiet"
          compact
          busy={isEnding}
          busyLabel="Ending"
          onClick={onEnd}
          aria-label={`Log out ${device}, last used ${lastUsedAt}`}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
