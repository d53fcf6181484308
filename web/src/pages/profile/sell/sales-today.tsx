/** What was sold today and what it brought, in sight of whoever sells. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { Naira } from '../../../shared/naira.tsx';

const salesTodayQuery = queryOptions({
  queryKey: keys.salesToday,
  queryFn: ({ signal }) => send('getSalesToday', undefined, { signal }),
});

export function SalesToday() {
  const { data } = useQuery(salesTodayQuery);
  return (
    <section aria-label="Today" className="w-full lg:w-auto lg:flex-1">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-4 border-y border-line">
        <Total label="Sales today">
          {data === undefined ? '\u2014' : data.sales.toLocaleString('en-NG')}
        </Total>
        <Total label="Cost">
          <Naira amount={data?.cost ?? null} />
        </Total>
        <Total label="Takings">
          <Naira amount={data?.takings ?? null} />
        </Total>
        <Total label="Profit">
          <Naira amount={data?.profit ?? null} />
        </Total>
      </dl>
    </section>
  );
}

/** What the figures leave out. Below the form, which it would push down as it comes. */
export function LeftOutToday() {
  const { data } = useQuery(salesTodayQuery);
  if (data === undefined || (data.withoutPrice === 0 && !data.isPartial)) return null;
  return (
    <p className="text-label text-ink-2">
      {data.withoutPrice > 0 &&
        `${data.withoutPrice} of today’s sales not in takings and profit: set your price beside the offer, or on the slip of one of each. `}
      {data.isPartial && 'Of your newest sales; there were more today.'}
    </p>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2">
      <dt className="text-label text-ink-2">{label}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}
