/** The prices of today on the landing page: five plans in a strip, and one plan at its three levels. */
import { Link } from 'react-router';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { networkLabel, NetworkMark } from '../../shared/network-mark.tsx';
import { volumeWords } from '../../shared/plan-row.tsx';
import { ReceiptRow } from '../../shared/receipt-card.tsx';
import { to, toPriceList } from '../../platform/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { pageWidth } from './width.ts';

const stripLength = 5;
const atLeastGb = 1;

/** Five plans of today: the cheapest gigabyte of each network, then the next cheapest of all. */
function pickPlans(prices: readonly PriceItem[]): PriceItem[] {
  const ranked = prices
    .filter((item) => item.isAvailable && item.volumeRatio >= atLeastGb)
    .toSorted((a, b) => a.my_price - b.my_price);
  const firsts = ranked.filter(
    (item, index) => ranked.findIndex((other) => other.plan_network === item.plan_network) === index,
  );
  const others = ranked.filter((item) => !firsts.includes(item));
  return [...firsts, ...others].slice(0, stripLength).toSorted((a, b) => a.my_price - b.my_price);
}

export function PriceStrip({ prices }: { prices: readonly PriceItem[] }) {
  return (
    <section aria-label="Prices today" className="border-y border-ink bg-surface">
      <div className={classNames(pageWidth, 'flex items-baseline justify-between gap-4 pt-2')}>
        <h2 className="text-meta font-semibold">Prices today</h2>
        <Link
          to={to.priceList}
          className="inline-flex min-h-12 items-center text-meta font-semibold text-brand underline-offset-4 hover:underline"
        >
          All prices
        </Link>
      </div>
      <ul
        className={classNames(
          pageWidth,
          'md:pb-3 grid divide-y max-md:border-t max-md:border-line divide-line md:grid-cols-5 md:divide-x md:divide-y-0',
        )}
      >
        {pickPlans(prices).map((item) => (
          <StripPlan key={item._id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function StripPlan({ item }: { item: PriceItem }) {
  const network = networkLabel(item.plan_network);
  const volume = volumeWords(item.plan);
  return (
    <li className="md:first:*:pl-0">
      <Link
        to={toPriceList(item.plan_network)}
        className="flex min-h-16 items-center gap-3 hover:bg-sunk md:grid md:min-h-26 md:content-center md:gap-1 md:px-5 lg:px-6"
      >
        <span className="flex items-center gap-2 text-meta text-ink-2">
          <NetworkMark network={item.plan_network} />
          <span className="hidden md:inline">{network}</span>
        </span>
        <span className="flex flex-1 flex-wrap items-baseline gap-2 md:block">
          <span className="md:hidden">
            {network} {volume}
          </span>
          <span className="leader md:hidden" aria-hidden="true" />
          <span className="display text-lead md:text-sum">{formatNaira(item.my_price)}</span>
        </span>
        <span className="hidden text-meta text-ink-2 md:block">
          {volume} · {item.month_validate}
        </span>
      </Link>
    </li>
  );
}

/** What one plan of today costs at each level: the cheapest MTN plan of at least 1 GB. */
export function LevelPrices({ prices }: { prices: readonly PriceItem[] }) {
  const item = pickPlans(prices).find((plan) => plan.plan_network === 'MTN');
  if (item === undefined) return null;
  return (
    <div className="w-full border-y border-line py-2">
      <p className="text-meta font-semibold">
        MTN {volumeWords(item.plan)} {item.plan_type}, {item.month_validate}
      </p>
      <dl>
        <ReceiptRow label="Ordinary price">{formatNaira(item.my_price)}</ReceiptRow>
        <ReceiptRow label="Reseller price">{formatNaira(item.resellerPrice)}</ReceiptRow>
        <ReceiptRow label="API price">{formatNaira(item.apiPrice)}</ReceiptRow>
      </dl>
    </div>
  );
}
