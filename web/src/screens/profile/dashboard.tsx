import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { limits, lowBalanceNaira } from '@jara/contract/constants.ts';
import { brand } from '../../brand.ts';
import { likelyPurchases } from '../../parts/again.ts';
import { useCheckout, type Checkout } from '../../parts/checkout.tsx';
import { useDesk } from '../../parts/desk.ts';
import { LineRow } from '../../parts/line-row.tsx';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { nameOfNumber, usePeople } from '../../parts/people.ts';
import { useScreen } from '../../parts/screen.tsx';
import { SlipSheet } from '../../parts/slip-sheet.tsx';
import { to } from '../../paths.ts';
import { profileQuery } from '../../queries.ts';
import { useSession } from '../../session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AirtimeGlyph, DataGlyph, pen, SlipGlyph } from '../../ui/icon.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { AgainRow } from './dashboard/again-row.tsx';
import { BalanceCard } from './dashboard/balance-card.tsx';
import { SandboxNumbers } from './dashboard/sandbox-numbers.tsx';

const BuyBox = lazy(() => import('./dashboard/buy-box.tsx'));

export default function Dashboard() {
  const checkout = useCheckout();
  const isDesk = useDesk();
  return (
    <div className="grid grid-cols-1 gap-6">
      <Greeting />
      {checkout.notice}
      {isDesk ? (
        <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-14">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <BuyBox onBuy={checkout.open} />
          </Suspense>
          <div className="grid gap-7">
            <BalanceCard />
            <Lately checkout={checkout} />
            {brand.mode === 'sandbox' && <SandboxNumbers />}
          </div>
        </div>
      ) : (
        <>
          <BalanceCard />
          <Lately checkout={checkout} between={<Tiles />} />
          {brand.mode === 'sandbox' && <SandboxNumbers />}
        </>
      )}
      <OpenSlip checkout={checkout} />
      {checkout.sheet}
    </div>
  );
}

/** Names are set in the text face: the display face lacks some letters of Nigerian names. */
function Greeting() {
  const heading = useScreen('Dashboard');
  const { signedIn } = useSession();
  const name = signedIn === null ? '' : signedIn.user.fullName || signedIn.user.userName;
  return (
    <h1 ref={heading} tabIndex={-1} className="text-sum font-semibold tracking-tight">
      <span className="font-normal text-ink-2">{name === '' ? 'Hello' : 'Hello,'}</span>{' '}
      {Array.from(name).slice(0, limits.dashboardName).join('')}
    </h1>
  );
}

const newest = 3;

/** What one did lately: to buy it again, and the last slips. */
function Lately({ checkout, between }: { checkout: Checkout; between?: ReactNode }) {
  const profile = useQuery(profileQuery);
  const { all } = usePeople();
  if (profile.data === undefined) {
    return (
      <>
        {profile.isError || profile.fetchStatus === 'paused' ? (
          <LoadFailure
            title="Your last purchases could not be loaded"
            error={profile.error}
            onRetry={() => void profile.refetch()}
          />
        ) : (
          <SkeletonRows rows={newest} label="Loading your last purchases" />
        )}
        {between}
      </>
    );
  }
  const { transactions, subscriptionPlans } = profile.data;
  if (transactions.length === 0) {
    return (
      <>
        <FirstSteps />
        {between}
      </>
    );
  }
  const likely = likelyPurchases(transactions, subscriptionPlans, all);
  return (
    <>
      {likely.length > 0 && <AgainRow purchases={likely} onBuy={checkout.open} />}
      {between}
      <section aria-labelledby="last-slips">
        <div className="flex items-baseline justify-between border-b border-line">
          <h2 id="last-slips" className="display text-lead">
            Last slips
          </h2>
          <Link
            to={to.transactions}
            className="inline-flex min-h-12 items-center text-meta font-semibold text-brand underline-offset-4 hover:underline"
          >
            All transactions
          </Link>
        </div>
        {transactions.slice(0, newest).map((line) => (
          <LineRow
            key={line._id}
            line={line}
            name={nameOfNumber(all, line.recipient ?? '')}
            to={to.dashboard}
            state={{ slip: line._id }}
          />
        ))}
      </section>
    </>
  );
}

const tiles = [
  { path: to.buyAirtime, label: 'Airtime', Icon: AirtimeGlyph },
  { path: to.buyData, label: 'Data', Icon: DataGlyph },
  { path: to.transactions, label: 'History', Icon: SlipGlyph },
];

function Tiles() {
  return (
    <nav aria-label="Services" className="grid grid-cols-3 divide-x divide-line border-y border-line">
      {tiles.map(({ path, label, Icon }) => (
        <Link
          key={path}
          to={path}
          className="grid min-h-22 content-center justify-items-center gap-1.5 text-meta font-semibold hover:bg-sunk"
        >
          <Icon size={28} {...pen} className="text-brand" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** For somebody who has not bought anything yet: what is left to do, in order. */
function FirstSteps() {
  const { signedIn } = useSession();
  const hasMoney = signedIn !== null && signedIn.user.balance >= lowBalanceNaira;
  const steps = [
    ...(hasMoney ? [] : [{ words: 'Put money into your wallet', button: 'Add money', path: to.fundWallet }]),
    { words: 'Buy airtime or data', button: 'Buy airtime', path: to.buyAirtime },
  ];
  return (
    <section aria-labelledby="first-steps" className="grid gap-3">
      <h2 id="first-steps" className="display text-lead">
        {hasMoney ? 'Your wallet is ready' : 'First steps'}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {steps.map(({ words, button, path }) => (
          <li key={path} className="flex min-h-16 items-center justify-between gap-3">
            {words}
            <ButtonLink compact kind="secondary" to={path} className="max-lg:min-h-12">
              {button}
            </ButtonLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The slip of a purchase lies over the dashboard: its id travels in the state of the address. */
function OpenSlip({ checkout }: { checkout: Checkout }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { slip = null, isNew = false } = (state ?? {}) as { slip?: string; isNew?: boolean }; // set by our own links
  return (
    <SlipSheet
      id={slip}
      isNew={isNew}
      onClose={() => void navigate(to.dashboard, { replace: true, preventScrollReset: true })}
      onBuyAgain={checkout.open}
    />
  );
}
