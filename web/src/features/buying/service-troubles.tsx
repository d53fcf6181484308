/** Which services are slow or failing now, from the purchases of the last hour. Nothing when all is well. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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

/** `children` stand below and come together with it, so that it does not push them down. */
export function ServiceTroubles({ service, network, children }: TroublesOf & { children?: ReactNode }) {
  const { data, isLoading } = useQuery(statusQuery);
  if (isLoading) return null;
  const sentences = (data?.services ?? [])
    .filter((status) => service === undefined || status.service === service)
    .filter((status) => network === undefined || status.network === network)
    .flatMap((status) => troubleOf(status) ?? []);
  return (
    <>
      {sentences.length > 0 && (
        <div role="status">
          <Notice tone="amber">
            <ul className="grid gap-1">
              {sentences.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {children}
    </>
  );
}
