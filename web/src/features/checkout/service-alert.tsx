/**
 * "Tell me when it is back", beside the words that a service is locked. The server saves the request: whoever comes back sees that it
 * stands, and may take it back.
 */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send, wordsOf, type CallReply } from '../../platform/send.ts';
import { useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.tsx';
import type { Movement } from '../money/movement.ts';
import { networkLabel } from '../../shared/network-mark.tsx';

interface Service {
  /** As the server names it: GLO, Ikeja, transfer. */
  name: string;
  /** airtime, data, electricity, wallet. */
  type: string;
}

const awaitedQuery = queryOptions({
  queryKey: ['awaited'],
  queryFn: ({ signal }) => send('listAwaitedServices', undefined, { signal }),
  staleTime: 60_000,
});

export function ServiceAlert({ name, type }: Service) {
  const { signedIn } = useSession();
  const isAwaited = has(useQuery(awaitedQuery).data, { name, type });
  const change = useServiceAlert({ name, type });
  const label = labelOf({ name, type });
  const address = signedIn === null ? '' : ` at ${maskEmail(signedIn.user.email)}`;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3">
      <span
        role="status"
        className={isAwaited ? 'min-w-0 flex-[1_1_15rem] [overflow-wrap:anywhere]' : 'sr-only'}
      >
        {isAwaited && `We will tell you by mail${address} when ${label} is back.`}
      </span>
      {/* One button in both states, so that it keeps the focus. */}
      <Button
        kind={isAwaited ? 'quiet' : 'secondary'}
        compact
        className={classNames('max-lg:min-h-12', isAwaited && '-mx-3')}
        aria-label={isAwaited ? `Do not tell me when ${label} is back` : `Tell me when ${label} is back`}
        busy={change.isPending}
        onClick={() => change.mutate(!isAwaited)}
      >
        {isAwaited ? 'Do not tell me' : 'Tell me when it is back'}
      </Button>
    </div>
  );
}

/** The same in the confirm step, about what was refused there. */
export function ServiceAlertFor({ movement }: { movement: Movement }) {
  const service = serviceOf(movement);
  return service && <ServiceAlert {...service} />;
}

function useServiceAlert(service: Service) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      send('awaitService', { serviceName: service.name, serviceType: service.type, isWanted }),
    onSuccess: ({ msg, awaited }, isWanted) => {
      queryClient.setQueryData(awaitedQuery.queryKey, { awaited });
      if (!isWanted || has({ awaited }, service)) return;
      // It is back already: there is nothing to wait for.
      toast.success(msg);
      void queryClient.invalidateQueries();
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
}

const has = (reply: CallReply<'listAwaitedServices'> | undefined, { name, type }: Service): boolean =>
  reply?.awaited.some(({ serviceName, serviceType }) => serviceName === name && serviceType === type) ===
  true;

function labelOf({ name, type }: Service): string {
  if (type !== 'wallet') return `${networkLabel(name)} ${type}`;
  return name === 'withdraw' ? 'withdrawal to a bank' : name;
}

function serviceOf(movement: Movement): Service | undefined {
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return { name: movement.network, type: movement.kind };
    case 'electricity':
      return { name: movement.disco, type: 'electricity' };
    case 'transfer':
    case 'withdraw':
      return { name: movement.kind, type: 'wallet' };
    case 'coupon':
      return undefined;
  }
}

/** Enough to know one's own address by, and no more for who looks over one's shoulder. */
function maskEmail(email: string): string {
  // A word joiner keeps it on one line where there is room.
  return email.replace(/^(.)[^@]*/, '$1\u2026\u2060');
}
