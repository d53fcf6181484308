import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { brand } from '../brand.ts';
import { JoinBanner } from '../parts/join-banner.tsx';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Naira } from '../parts/naira.tsx';
import { networkLabel, NetworkMark } from '../parts/network-mark.tsx';
import { volumeWords } from '../parts/plan-row.tsx';
import { useScreen } from '../parts/screen.tsx';
import { SlipPaper, SlipRow, Timeline } from '../parts/slip.tsx';
import { developerDocs, to, toPriceList } from '../paths.ts';
import { pricesQuery } from '../queries.ts';
import type { CallReply } from '../send.ts';
import { useSession } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AirtimeGlyph, DataGlyph, pen, SlipGlyph, WalletGlyph } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { questions } from './landing/questions.ts';

type PriceItem = CallReply<'listPrices'>[number];

export default function Landing() {
  return (
    <>
      <Opening />
      <PriceStrip />
      <Section title="Services">
        <Services />
      </Section>
      <Section title="How it works">
        <Steps />
      </Section>
      <Section title="Sell and build">
        <Doors />
      </Section>
      <Section title="Questions">
        <Questions />
      </Section>
      <JoinBanner />
    </>
  );
}

const width = 'mx-auto w-full max-w-[1200px] px-4 sm:px-6 lg:px-8';

function Opening() {
  const { token } = useSession();
  const heading = useScreen('Airtime and data');
  return (
    <div
      className={`${width} grid items-center gap-12 pt-10 pb-12 lg:grid-cols-[1fr_24rem] lg:gap-20 lg:pt-14 lg:pb-12`}
    >
      <div className="grid gap-6">
        <p className="flex items-baseline gap-3 text-meta font-semibold text-brand">
          Welcome to {brand.name} <span className="leader" aria-hidden="true" />
        </p>
        <h1 ref={heading} tabIndex={-1} className="display text-hero text-balance">
          Airtime and data at a trader’s price, with a slip for every naira.
        </h1>
        <div className="flex flex-wrap gap-3 pt-2">
          <ButtonLink to={token === null ? to.login : to.dashboard}>Start buying</ButtonLink>
          <ButtonLink to={to.priceList} kind="secondary">
            See prices
          </ButtonLink>
        </div>
      </div>
      <ExampleSlip />
    </div>
  );
}

/** What a delivered purchase looks like: the same pieces as a real slip, with sample figures. */
function ExampleSlip() {
  return (
    <figure className="grid gap-3 lg:-mt-14 lg:self-start">
      <div className="slot">
        <SlipPaper>
          <div className="grid gap-1 border-b border-ink pb-3">
            <p className="flex items-center gap-2 font-semibold text-success">
              <Check size={20} {...pen} strokeWidth={2.25} />
              Delivered
            </p>
            <p className="text-sum">
              <Naira amount={495} big />
            </p>
            <p className="text-meta text-ink-2">{formatNaira(500)} airtime reached 0803 123 4567.</p>
          </div>
          <dl className="border-b border-dashed border-edge py-3">
            <SlipRow label="Network">MTN</SlipRow>
            <SlipRow label="Value">{formatNaira(500)}</SlipRow>
            <SlipRow label="You paid">{formatNaira(495)}</SlipRow>
            <SlipRow label="Balance after">{formatNaira(4_505)}</SlipRow>
          </dl>
          <div className="pt-4">
            <Timeline entries={exampleSteps} isOpen={false} />
          </div>
        </SlipPaper>
      </div>
      <figcaption className="text-center text-label text-ink-2">
        An example of the slip that every purchase gets
      </figcaption>
    </figure>
  );
}

const exampleSteps = [
  { at: '2026-11-20T13:02:04Z', text: 'Made and paid' },
  { at: '2026-11-20T13:02:04Z', text: 'Sent to MTN' },
  { at: '2026-11-20T13:02:09Z', text: 'Delivered' },
];

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

function PriceStrip() {
  const prices = useQuery(pricesQuery);
  if (prices.isError) {
    return (
      <div className={width}>
        <LoadFailure
          title="Today's prices could not be loaded"
          error={prices.error}
          onRetry={() => void prices.refetch()}
        />
      </div>
    );
  }
  return (
    <section aria-label="Prices today" className="border-y border-ink bg-surface">
      <ul className={`${width} grid divide-y divide-line md:grid-cols-5 md:divide-x md:divide-y-0`}>
        {prices.isPending
          ? Array.from({ length: stripLength }, (_, index) => (
              <li key={index} className="flex min-h-16 items-center md:min-h-32 md:px-5">
                <Skeleton className="h-8 w-full" />
              </li>
            ))
          : pickPlans(prices.data).map((item) => <StripPlan key={item._id} item={item} />)}
      </ul>
    </section>
  );
}

function StripPlan({ item }: { item: PriceItem }) {
  return (
    <li className="md:first:*:pl-0">
      <Link
        to={toPriceList(item.plan_network)}
        className="flex min-h-16 items-center gap-3 hover:bg-sunk md:grid md:min-h-32 md:content-center md:gap-1 md:px-5 lg:px-6"
      >
        <span className="flex items-center gap-2 text-meta text-ink-2">
          <NetworkMark network={item.plan_network} />
          <span className="hidden md:inline">{networkLabel(item.plan_network)}</span>
        </span>
        <span className="text-meta md:hidden">
          {networkLabel(item.plan_network)} {volumeWords(item.plan)}
        </span>
        <span className="leader md:hidden" aria-hidden="true" />
        <span className="display order-last text-lead md:order-none md:text-sum">
          {formatNaira(item.my_price)}
        </span>
        <span className="hidden text-meta text-ink-2 md:block">
          {volumeWords(item.plan)} · {item.month_validate}
        </span>
      </Link>
    </li>
  );
}

/** The margin column holds the heading, the wide column the matter, as in a ledger. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${width} pt-16 lg:pt-24`}>
      <div className="grid gap-6 border-t border-ink pt-5 lg:grid-cols-[15rem_1fr] lg:gap-10">
        <h2 className="display text-title">{title}</h2>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

const services = [
  {
    Icon: DataGlyph,
    name: 'Data',
    text: 'Plans from a day to a month on all four networks, sorted by price.',
    path: to.buyData,
  },
  {
    Icon: AirtimeGlyph,
    name: 'Airtime',
    text: 'Any sum from ₦100, always under its face value.',
    path: to.buyAirtime,
  },
  { Icon: WalletGlyph, name: 'Wallet', text: 'One balance in naira, funded by card.', path: to.fundWallet },
  {
    Icon: SlipGlyph,
    name: 'Slips',
    text: 'Every line with the balance before and after, and a reference.',
    path: to.transactions,
  },
];

function Services() {
  return (
    <ul className="-mt-5 divide-y divide-line">
      {services.map(({ Icon, name, text, path }) => (
        <li key={name}>
          <Link to={path} className="group flex min-h-18 items-center gap-4 py-3">
            <Icon size={28} className="shrink-0 text-brand" />
            <span className="grid flex-1 gap-x-6 sm:grid-cols-[9rem_1fr] sm:items-baseline">
              <span className="display text-title group-hover:underline group-hover:underline-offset-4">
                {name}
              </span>
              <span className="text-ink-2">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const steps = [
  { title: 'Put money in', text: 'Pay into your wallet by card. You see the 1% charge before you pay.' },
  { title: 'Choose', text: 'Type the number, pick a plan or a sum. The price you see is the price you pay.' },
  {
    title: 'Hold the slip',
    text: 'It exists before the money moves, says where it is now, and says when it ends.',
  },
];

function Steps() {
  return (
    <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-3">
      {steps.map((step, index) => (
        <li key={step.title} className="grid content-start gap-1">
          <span className="display text-balance text-brand" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className="text-lead font-semibold">{step.title}</h3>
          <p className="text-ink-2">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

function Doors() {
  return (
    <div className="grid gap-10 md:grid-cols-2">
      <div className="grid content-start justify-items-start gap-3">
        <h3 className="text-lead font-semibold">Resellers pay less</h3>
        <p className="text-ink-2">
          Every plan has a reseller price and an API price. They stand in the open, beside the ordinary one.
        </p>
        <ButtonLink to={to.priceList} kind="secondary">
          Compare prices
        </ButtonLink>
      </div>
      <div className="grid min-w-0 content-start justify-items-start gap-3">
        <h3 className="text-lead font-semibold">Your program can buy, too</h3>
        <p className="text-ink-2">JSON over HTTP, with keys that make a repeated request safe.</p>
        <pre className="w-full overflow-x-auto border-l-[3px] border-brand bg-sunk px-4 py-3 font-mono text-meta">
          {apiExample}
        </pre>
        <a
          href={developerDocs}
          className="inline-flex min-h-12 items-center font-semibold text-brand underline underline-offset-4"
        >
          Read the API documentation
        </a>
      </div>
    </div>
  );
}

const apiExample = `POST /api/v1/buy/airtime
Idempotency-Key: order-4821

{ "network": 1,
  "mobile_number": "08031234567",
  "amount": 500 }`;

function Questions() {
  return (
    <div className="-mt-5 divide-y divide-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <span className="display text-title text-brand group-open:rotate-45" aria-hidden="true">
              +
            </span>
          </summary>
          <p className="max-w-[62ch] pb-5 text-ink-2">{answer}</p>
        </details>
      ))}
    </div>
  );
}
