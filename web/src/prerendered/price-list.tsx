import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { networkLabels, networks, type Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { JoinBanner } from './join-banner.tsx';
import { Naira } from '../shared/naira.tsx';
import { asNetwork, NetworkMark } from '../shared/network-mark.tsx';
import { volumeWords } from '../shared/plan-row.tsx';
import { to, toBuyPlan, toPriceList } from '../platform/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Empty } from '../ui/empty.tsx';
import { Table, type Column } from '../ui/table.tsx';

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

/** `network` and `type` as the address has them: what is not sold counts as not chosen. */
export function PriceList({ prices, search }: { prices: readonly PriceItem[]; search: URLSearchParams }) {
  const network = asNetwork(search.get('network'));
  const type = search.get('type');
  return (
    <div className="mx-auto w-full max-w-public px-4 pt-8 sm:px-6 lg:px-8">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="display text-sum">Price list</h1>
        <ButtonLink to={to.landing} kind="secondary" compact>
          HOME
        </ButtonLink>
      </header>
      <NetworkLinks chosen={network} />
      {network === undefined ? (
        <div className="-mt-px">
          <Empty title={messages.selectNetworkShort}>
            The prices of each network stand on a page of their own.
          </Empty>
        </div>
      ) : (
        <NetworkPrices
          network={network}
          ofNetwork={prices.filter((item) => item.plan_network === network)}
          type={type}
        />
      )}
      <JoinBanner />
    </div>
  );
}

function NetworkLinks({ chosen }: { chosen: Network | undefined }) {
  return (
    <nav aria-label="Network" className="sticky top-0 z-10 mt-5 flex flex-wrap border-b border-line bg-paper">
      {networks.map((name) => (
        <Link
          key={name}
          to={toPriceList(name)}
          aria-current={name === chosen ? 'page' : undefined}
          className={classNames(
            '-mb-px flex min-h-14 flex-1 basis-16 flex-col items-center justify-center gap-1 border-b-[3px] px-1 py-1.5 text-label font-semibold whitespace-nowrap',
            'sm:flex-row sm:gap-2 sm:px-3 sm:text-meta focus-visible:-outline-offset-3',
            name === chosen
              ? 'border-brand text-ink'
              : 'border-transparent text-ink-2 hover:border-edge hover:text-ink',
          )}
        >
          <NetworkMark network={name} size={24} />
          {networkLabels[name]}
        </Link>
      ))}
    </nav>
  );
}

function NetworkPrices({
  network,
  ofNetwork,
  type,
}: {
  network: Network;
  ofNetwork: readonly PriceItem[];
  type: string | null;
}) {
  const types = [...new Set(ofNetwork.map((item) => item.plan_type))];
  const chosen = types.find((name) => name === type);
  const rows = ofNetwork
    .filter((item) => chosen === undefined || item.plan_type === chosen)
    .sort((a, b) => a.my_price - b.my_price);
  if (ofNetwork.length === 0) return <Empty title="No plans at the moment" />;
  return (
    <section aria-label={`${networkLabels[network]} prices`}>
      {types.length > 1 && (
        <nav aria-label="Type of data" className="flex flex-wrap gap-2 pt-4">
          <TypeLink to={toPriceList(network)} isChosen={chosen === undefined}>
            All types
          </TypeLink>
          {types.map((name) => (
            <TypeLink
              key={name}
              to={`${toPriceList(network)}&type=${encodeURIComponent(name)}`}
              isChosen={name === chosen}
            >
              {name}
            </TypeLink>
          ))}
        </nav>
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
    </section>
  );
}

function TypeLink({
  to: address,
  isChosen,
  children,
}: {
  to: string;
  isChosen: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={address}
      aria-current={isChosen ? 'page' : undefined}
      className={classNames(
        'flex min-h-10 items-center rounded-full border px-4 text-meta font-medium transition-colors duration-[120ms]',
        isChosen
          ? 'border-brand bg-brand-wash font-semibold text-ink'
          : 'border-line bg-surface text-ink-2 hover:border-ink hover:text-ink',
      )}
    >
      {children}
    </Link>
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
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
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
