/** Which services are slow or failing now, from the purchases of the last hour. Nothing when all is well. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../../platform/send.ts';
import { Notice } from '../../ui/notice.tsx';
import { troubleOf } from '../../shared/trouble-of.ts';

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
