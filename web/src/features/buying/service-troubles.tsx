/** Which services are slow or failing now, from the purchases of the last hour. Nothing when all is well. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ServiceStatus } from '@jara/contract/calls/status.ts';
import { send } from '../../platform/send.ts';
import { Notice } from '../../ui/notice.tsx';
import { networkLabel } from '../../shared/network-mark.tsx';

/** From this many percent on somebody should know before paying. */
const worthSaying = 25;

const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => send('getStatus', undefined, { signal }),
  staleTime: 60_000,
  retry: false,
});

/** All services, or one, or one on one network. */
export interface TroublesOf {
  service?: string;
  network?: string | null;
}

export function ServiceTroubles({ service, network }: TroublesOf) {
  const { data } = useQuery(statusQuery);
  const sentences = (data?.services ?? [])
    .filter((status) => service === undefined || status.service === service)
    .filter((status) => network === undefined || status.network === network)
    .flatMap((status) => troubleOf(status) ?? []);
  if (sentences.length === 0) return null;
  return (
    <div role="status">
      <Notice tone="amber">
        <ul className="grid gap-1">
          {sentences.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** In words; undefined when there is nothing to say. */
export function troubleOf(status: ServiceStatus): string | undefined {
  const name = `${networkLabel(status.network)} ${status.service}`;
  if (status.failedPercent >= worthSaying) {
    return `${name} has trouble: ${inTen(status.failedPercent)} fail. The money of those comes back at once.`;
  }
  if (status.slowPercent >= worthSaying) {
    return `${name} is slow: ${inTen(status.slowPercent)} wait over a minute.`;
  }
  return undefined;
}

function inTen(percent: number): string {
  const tenths = Math.round(percent / 10);
  return tenths >= 10 ? 'all of them' : `${tenths} in 10`;
}
