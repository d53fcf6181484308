import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { networkLabels, networks } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { JoinBanner } from '../parts/join-banner.tsx';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Naira } from '../parts/naira.tsx';
import { asNetwork, NetworkMark } from '../parts/network-mark.tsx';
import { volumeWords } from '../parts/plan-row.tsx';
import { ScreenHead } from '../parts/screen.tsx';
import { to, toBuyPlan } from '../paths.ts';
import { pricesQuery } from '../queries.ts';
import type { CallReply } from '../send.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Chips } from '../ui/choice.tsx';
import { classNames } from '../ui/class-names.ts';
import { Empty } from '../ui/empty.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';

type PriceItem = CallReply<'listPrices'>[number];

const columns: readonly Column<PriceItem>[] = [
  { name: 'Plan id', cell: (item) => <span className="font-mono text-ink-2">{item.id}</span> },
  { name: 'Network-type', cell: (item) => `${item.plan_network}-${item.plan_type}` },
  { name: 'Volume', cell: (item) => <b className="display text-lead">{volumeWords(item.plan)}</b> },
  {
    name: 'Price',
    figures: true,
    cell: (item) => <Naira amount={item.my_price} className="font-semibold" />,
  },
  { name: 'Reseller price', figures: true, cell: (item) => <Naira amount={item.resellerPrice} /> },
  { name: 'API price', figures: true, cell: (item) => <Naira amount={item.apiPrice} /> },
  { name: 'Validity', figures: true, cell: validityOf },
  { name: 'Buy', figures: true, hideName: true, cell: (item) => <BuyLink item={item} /> },
];

export default function PriceList() {
  const [search, setSearch] = useSearchParams();
  const network = asNetwork(search.get('network'));
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 pt-8 sm:px-6 lg:px-8">
      <ScreenHead
        title="Price list"
        aside={
          <ButtonLink to={to.landing} kind="secondary" compact>
            HOME
          </ButtonLink>
        }
      />
      <div className="pt-5">
        <Tabs
          label="Network"
          tabs={networks.map((name) => ({
            value: name,
            label: networkLabels[name],
            icon: <NetworkMark network={name} size={24} />,
          }))}
          value={network ?? null}
          onChange={(name) => setSearch({ network: name }, { replace: true, preventScrollReset: true })}
        >
          {network === undefined ? (
            <div className="pt-8">
              <Empty title={messages.selectNetworkShort}>
                The prices of each network stand on a page of their own.
              </Empty>
            </div>
          ) : (
            <NetworkPrices key={network} network={network} />
          )}
        </Tabs>
      </div>
      <JoinBanner />
    </div>
  );
}

const allTypes = 'all';

function NetworkPrices({ network }: { network: string }) {
  const prices = useQuery(pricesQuery);
  const [type, setType] = useState(allTypes);
  if (prices.isError) {
    return (
      <div className="pt-6">
        <LoadFailure
          title="The prices could not be loaded"
          error={prices.error}
          onRetry={() => void prices.refetch()}
        />
      </div>
    );
  }
  if (prices.isPending) return <SkeletonRows rows={14} label="Loading the prices" />;
  const ofNetwork = prices.data.filter((item) => item.plan_network === network);
  const types = [...new Set(ofNetwork.map((item) => item.plan_type))];
  const rows = ofNetwork
    .filter((item) => type === allTypes || item.plan_type === type)
    .toSorted((a, b) => a.my_price - b.my_price);
  if (ofNetwork.length === 0) return <Empty title="No plans at the moment" />;
  return (
    <>
      {types.length > 1 && (
        <div className="pt-4">
          <Chips
            label="Type of data"
            hideLabel
            options={[
              { value: allTypes, label: 'All types' },
              ...types.map((name) => ({ value: name, label: name })),
            ]}
            value={type}
            onChange={setType}
          />
        </div>
      )}
      <div className="hidden pt-4 md:block">
        <Table
          caption={`${network} data prices`}
          columns={columns}
          rows={rows}
          keyOf={(item) => item._id}
          dimmed={(item) => !item.isAvailable}
        />
      </div>
      <ul className="pt-2 md:hidden">
        {rows.map((item) => (
          <PhoneRow key={item._id} item={item} />
        ))}
      </ul>
    </>
  );
}

/** The same facts as the table's row, stacked for a narrow screen. */
function PhoneRow({ item }: { item: PriceItem }) {
  return (
    <li className={classNames('grid gap-2 border-b border-line py-3', !item.isAvailable && 'text-ink-3')}>
      <div className="flex items-center justify-between gap-3">
        <p className="grid">
          <span className="display text-title">{volumeWords(item.plan)}</span>
          <span className="text-meta text-ink-2">
            {item.plan_network}-{item.plan_type} · {validityOf(item)} · id {item.id}
          </span>
        </p>
        <BuyLink item={item} />
      </div>
      <dl className="grid grid-cols-3 gap-2">
        <PhonePrice label="Price" amount={item.my_price} strong />
        <PhonePrice label="Reseller price" amount={item.resellerPrice} />
        <PhonePrice label="API price" amount={item.apiPrice} />
      </dl>
    </li>
  );
}

function PhonePrice({ label, amount, strong = false }: { label: string; amount: number; strong?: boolean }) {
  return (
    <div className="grid">
      <dt className="text-label text-ink-2">{label}</dt>
      <dd className={strong ? 'font-semibold' : undefined}>
        <Naira amount={amount} />
      </dd>
    </div>
  );
}

function BuyLink({ item }: { item: PriceItem }) {
  if (!item.isAvailable) return <span className="text-label">Not available now</span>;
  const what = `Buy ${item.plan_network} ${item.plan} ${item.plan_type}`;
  return (
    <ButtonLink
      to={toBuyPlan(item.plan_network, item.id)}
      kind="secondary"
      compact
      aria-label={what}
      className="max-md:min-h-12"
    >
      Buy
    </ButtonLink>
  );
}

/** The first seven characters: `30 days`. */
function validityOf(item: PriceItem): string {
  return item.month_validate.slice(0, 7);
}
