/** The prices of today on the landing page: five offers in a strip, and one plan at its three levels. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { networkLabel, NetworkMark } from '../../shared/network-mark.tsx';
import { volumeWords } from '../../shared/plan-row.tsx';
import { ReceiptRow } from '../../shared/receipt-card.tsx';
import { to, toPriceList } from '../../platform/paths.ts';
import { terms } from '../../platform/terms.ts';
import { airtimePrice } from '../../shared/naira-sum.ts';
import { classNames } from '../../ui/class-names.ts';
import { AirtimeGlyph, pen } from '../../ui/icon.tsx';
import { pageWidth } from './width.ts';

const atLeastGb = 1;
/** In naira, for the offer of airtime. */
const sampleAirtime = 500;

/** The cheapest plan of each network with at least a gigabyte. */
function pickPlans(prices: readonly PriceItem[]): PriceItem[] {
  const ranked = prices
    .filter((item) => item.isAvailable && item.volumeRatio >= atLeastGb)
    .sort((a, b) => a.my_price - b.my_price);
  return ranked.filter(
    (item, index) => ranked.findIndex((other) => other.plan_network === item.plan_network) === index,
  );
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
          <Offer
            key={item._id}
            address={toPriceList(item.plan_network)}
            mark={<NetworkMark network={item.plan_network} />}
            whose={networkLabel(item.plan_network)}
            what={volumeWords(item.plan)}
            note={` \u00b7 ${item.month_validate}`}
            naira={item.my_price}
          />
        ))}
        <Offer
          address={to.priceList}
          mark={<AirtimeGlyph size={24} {...pen} />}
          whose="Airtime"
          what={formatNaira(sampleAirtime)}
          note=" on any network"
          naira={airtimePrice(sampleAirtime, terms.airtime.chargePercent)}
        />
      </ul>
    </section>
  );
}

function Offer({
  address,
  mark,
  whose,
  what,
  note,
  naira,
}: {
  address: string;
  mark: ReactNode;
  whose: string;
  what: string;
  note: string;
  naira: number;
}) {
  return (
    <li className="md:first:*:pl-0">
      <Link
        to={address}
        className="flex min-h-16 items-center gap-3 hover:bg-sunk md:grid md:min-h-26 md:content-center md:gap-1 md:px-5 lg:px-6"
      >
        <span className="flex items-center gap-2 text-meta text-ink-2">
          {mark}
          <span className="hidden md:inline">{whose}</span>
        </span>
        <span className="flex flex-1 flex-wrap items-baseline gap-2 md:block">
          <span className="md:hidden">
            {whose} {what}
          </span>
          <span className="leader md:hidden" aria-hidden="true" />
          <span className="display text-lead md:text-sum">{formatNaira(naira)}</span>
        </span>
        <span className="hidden text-meta text-ink-2 md:block">
          {what}
          {note}
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
