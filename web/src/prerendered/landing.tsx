import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { JoinBanner } from './join-banner.tsx';
import { developerDocs, to } from '../platform/paths.ts';
import { terms } from '../platform/terms.ts';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { AirtimeGlyph, DataGlyph, LightGlyph, ReceiptGlyph, WalletGlyph } from '../ui/icon.tsx';
import { Opening } from './landing/opening.tsx';
import { LevelPrices, PriceStrip } from './landing/prices.tsx';
import { questions } from './landing/questions.ts';
import { pageWidth } from './landing/width.ts';

export function Landing({ prices }: { prices: readonly PriceItem[] }) {
  return (
    <>
      <Opening />
      <PriceStrip prices={prices} />
      <Section title="Services">
        <Services />
      </Section>
      <Section title="How it works">
        <Steps />
      </Section>
      <Section title="Sell and build">
        <Entrances prices={prices} />
      </Section>
      <Section title="Questions">
        <Questions />
      </Section>
      <JoinBanner />
    </>
  );
}

/** The margin column holds the heading, the wide column the matter, as in a ledger. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classNames(pageWidth, 'pt-16 lg:pt-24')}>
      <div className="grid gap-5 border-t border-ink pt-5 lg:grid-cols-[min(15rem,42%)_1fr] lg:gap-10">
        <h2 className="display text-title">{title}</h2>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

const services = () => [
  {
    Icon: DataGlyph,
    name: 'Data',
    text: 'Plans from a day to a month on all four networks, sorted by price.',
    path: to.buyData,
  },
  {
    Icon: AirtimeGlyph,
    name: 'Airtime',
    text: `Any sum from ₦${terms.airtime.minimum.toLocaleString('en-NG')}${terms.airtime.chargePercent < 100 ? ', always under its face value' : ''}.`,
    path: to.buyAirtime,
  },
  {
    Icon: LightGlyph,
    name: 'Electricity',
    text: 'Prepaid and postpaid meters of eleven companies; the token stands on the slip.',
    path: to.electricity,
  },
  {
    Icon: WalletGlyph,
    name: 'Wallet',
    text: 'One balance in naira, funded by card, bank transfer or coupon.',
    path: to.fundWallet,
  },
  {
    Icon: ReceiptGlyph,
    name: 'Slips',
    text: 'Every line with the balance before and after, and a reference.',
    path: to.transactions,
  },
];

function Services() {
  return (
    <ul className="divide-y divide-line max-lg:border-y max-lg:border-line lg:-mt-5">
      {services().map(({ Icon, name, text, path }) => (
        <li key={name}>
          <Link to={path} className="group flex min-h-18 items-center gap-4 py-3">
            <Icon size={28} className="shrink-0 text-brand" />
            <span className="grid flex-1 gap-x-6 sm:grid-cols-[min(9rem,42%)_1fr] sm:items-baseline">
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

const steps = () => [
  {
    title: 'Put money in',
    text: `Pay into your wallet by card, transfer or coupon. Of a payment, ${terms.funding.feePercent}% is charged; a coupon costs nothing.`,
  },
  { title: 'Choose', text: 'Type a number, pick a plan or a sum. The price you see is the price you pay.' },
  {
    title: 'Hold the slip',
    text: 'It exists before the money moves, says where it is now, and says when it ends.',
  },
];

function Steps() {
  return (
    <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-3">
      {steps().map((step, index) => (
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

function Entrances({ prices }: { prices: readonly PriceItem[] }) {
  return (
    <div className="grid gap-10 md:grid-cols-2">
      <div className="grid content-start justify-items-start gap-3">
        <h3 className="text-lead font-semibold">Resellers pay less</h3>
        <p className="text-ink-2">
          Every plan has a reseller price and an API price. They stand in the open, beside the ordinary one.
        </p>
        <LevelPrices prices={prices} />
        <ButtonLink to={to.priceList} kind="secondary">
          Compare prices
        </ButtonLink>
      </div>
      <div className="grid min-w-0 content-start justify-items-start gap-3">
        <h3 className="text-lead font-semibold">Your program can buy, too</h3>
        <p className="text-ink-2">
          JSON over HTTP. Send a key with a purchase, and repeating the request never buys twice.
        </p>
        <pre className="w-full overflow-x-auto rounded-control border border-line bg-sunk px-4 py-3 font-mono text-meta">
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
x-auth-token: (your token)
Idempotency-Key: order-4821

{ "network": 1,
  "mobile_number": "08031234567",
  "amount": 500 }`;

function Questions() {
  return (
    <div className="divide-y divide-line max-lg:border-y max-lg:border-line lg:-mt-5">
      {questions().map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <span className="display text-title text-brand group-open:rotate-45" aria-hidden="true">
              +
            </span>
          </summary>
          <p className="max-w-reading pb-5 text-ink-2">{answer}</p>
        </details>
      ))}
    </div>
  );
}
