/** What was sold today, and how the days, the networks and the companies of electricity compare. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { asNetwork, networkLabel, NetworkMark } from '../../../shared/network-mark.tsx';
import type { CallReply } from '../../../platform/send.ts';
import { BarChart, ShareBars } from '../../../ui/chart.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { volumeOf } from '../../profile/transactions/filters.ts';
import { Figure, Figures } from '../figures.tsx';
import { salesQuery } from './queries.ts';

type Sold = CallReply<'getSales'>;
type Day = Sold['days'][number];
type Network = Sold['networks'][number];

const periods = ['14', '30', '90'].map((days) => ({ value: days, label: `${days} days` }));

export function Sales() {
  const [days, setDays] = useState('14');
  const sales = useQuery({ ...salesQuery(Number(days)), placeholderData: keepPreviousData });
  if (sales.data === undefined) {
    if (!sales.isError && sales.fetchStatus !== 'paused') return <Skeleton className="h-96 w-full" />;
    return (
      <LoadFailure
        title="The sales could not be loaded"
        error={sales.error}
        onRetry={() => void sales.refetch()}
      />
    );
  }
  const { data } = sales;
  return (
    <section
      aria-label="Sales"
      aria-busy={sales.isPlaceholderData}
      className={classNames('grid grid-cols-1 gap-6', sales.isPlaceholderData && 'opacity-60')}
    >
      <Today days={data.days} />
      <Chips label="Period" hideLabel options={periods} value={days} onChange={setDays} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-14">
        <ProfitPerDay days={data.days} />
        <SalesPerSeller sellers={data.networks} />
      </div>
    </section>
  );
}

function Today({ days }: { days: readonly Day[] }) {
  const today = days[days.length - 1];
  const yesterday = days[days.length - 2];
  if (today === undefined) return null;
  const transaction = (pick: (day: Day) => number, what: string) => (
    <Sparkline className="mt-1" values={days.map(pick)} label={`${what} of the last ${days.length} days`} />
  );
  return (
    <section aria-label="Today" className="grid gap-2">
      <h2 className="display text-title">Today</h2>
      <Figures label="Sales of today">
        <Figure label="Sales" note={yesterday && `yesterday ${yesterday.sales}`}>
          {today.sales.toLocaleString('en-NG')}
          {transaction(({ sales }) => sales, 'Sales')}
        </Figure>
        <Figure label="Paid by buyers" note={yesterday && `yesterday ${formatNaira(yesterday.revenue)}`}>
          <Naira amount={today.revenue} />
          {transaction(({ revenue }) => revenue, 'What buyers paid')}
        </Figure>
        <Figure label="Profit" note={yesterday && `yesterday ${formatNaira(yesterday.profit)}`}>
          <Naira amount={today.profit} />
          {transaction(({ profit }) => Math.max(profit, 0), 'Profit')}
        </Figure>
        <Figure label="Data sold" note={yesterday && `yesterday ${volumeOf(yesterday.total_volume_sold)}`}>
          {volumeOf(today.total_volume_sold)}
          {transaction(({ total_volume_sold: volume }) => volume, 'Data sold')}
        </Figure>
      </Figures>
    </section>
  );
}

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });
const shortDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayOf = (day: string): string => shortDay.format(new Date(`${day}T00:00:00Z`));

const dayColumns: Column<Day>[] = [
  { name: 'Day', cell: ({ day }) => dayOf(day) },
  { name: 'Sales', figures: true, cell: ({ sales }) => sales.toLocaleString('en-NG') },
  { name: 'Paid', figures: true, cell: ({ revenue }) => <Naira amount={revenue} /> },
  { name: 'Profit', figures: true, cell: ({ profit }) => <Naira amount={profit} /> },
];

function ProfitPerDay({ days }: { days: readonly Day[] }) {
  const bars = days.map(({ day, profit, sales }) => ({
    key: day,
    label: dayOf(day),
    value: profit,
    words: `${dayOf(day)} \u00b7 ${formatNaira(profit)} of ${sales.toLocaleString('en-NG')} sales`,
  }));
  const newestFirst = [...days].reverse();
  return (
    <BarChart
      title="Profit per day"
      bars={bars}
      axisWords={(value) => `${value < 0 ? '\u2212' : ''}\u20a6${compact.format(Math.abs(value))}`}
      table={
        <Table caption="Profit per day" columns={dayColumns} rows={newestFirst} keyOf={({ day }) => day} />
      }
    />
  );
}

const networkColumns: Column<Network>[] = [
  { name: 'Network', cell: ({ network }) => networkLabel(network) },
  { name: 'Sales', figures: true, cell: ({ sales }) => sales.toLocaleString('en-NG') },
  { name: 'Data', figures: true, cell: ({ total_volume_sold: volume }) => volumeOf(volume) },
  { name: 'Paid', figures: true, cell: ({ revenue }) => <Naira amount={revenue} /> },
  { name: 'Profit', figures: true, cell: ({ profit }) => <Naira amount={profit} /> },
];

/** Companies of electricity sell no data. */
const companyColumns = networkColumns
  .filter(({ name }) => name !== 'Data')
  .map((column) => (column.name === 'Network' ? { ...column, name: 'Company' } : column));

function SalesPerSeller({ sellers }: { sellers: readonly Network[] }) {
  if (sellers.length === 0) {
    return <Empty title="No sales in these days">They show here as soon as something is delivered.</Empty>;
  }
  const networks = sellers.filter(({ network }) => asNetwork(network) !== undefined);
  const companies = sellers.filter(({ network }) => asNetwork(network) === undefined);
  return (
    <div className="grid content-start gap-8">
      {networks.length > 0 && (
        <Shares title="Sales per network" sellers={networks} columns={networkColumns} withMark />
      )}
      {companies.length > 0 && <Shares title="Electricity" sellers={companies} columns={companyColumns} />}
    </div>
  );
}

function Shares({
  title,
  sellers,
  columns,
  withMark = false,
}: {
  title: string;
  sellers: readonly Network[];
  columns: readonly Column<Network>[];
  withMark?: boolean;
}) {
  return (
    <ShareBars
      title={title}
      rows={sellers.map(({ network, revenue, profit }) => ({
        key: network,
        name: (
          <>
            {withMark && <NetworkMark network={network} size={22} />}
            {networkLabel(network)}
          </>
        ),
        value: revenue,
        words: (
          <span>
            <Naira amount={revenue} className="font-semibold" /> · profit <Naira amount={profit} />
          </span>
        ),
      }))}
      table={<Table caption={title} columns={columns} rows={sellers} keyOf={({ network }) => network} />}
    />
  );
}
