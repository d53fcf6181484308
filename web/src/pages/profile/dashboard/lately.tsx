/** What one did lately: to buy it again, and the last receipts; for a newcomer the first steps. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lowBalanceNaira } from '@jara/contract/constants.ts';
import { likelyPurchases } from '../../../features/money/again.ts';
import type { Checkout } from '../../../features/checkout/checkout.tsx';
import { TransactionRow } from '../../../features/money/transaction-row.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { nameOfNumber, usePeople } from '../../../shared/people.ts';
import { to } from '../../../platform/paths.ts';
import { profileQuery } from '../../../platform/queries.ts';
import { useSession } from '../../../platform/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { AgainRow } from './again-row.tsx';

const newest = 3;

export function Lately({ checkout }: { checkout: Checkout }) {
  const profile = useQuery(profileQuery);
  const { all } = usePeople();
  if (profile.data === undefined) {
    return profile.isError || profile.fetchStatus === 'paused' ? (
      <LoadFailure
        title="Your last purchases could not be loaded"
        error={profile.error}
        onRetry={() => void profile.refetch()}
      />
    ) : (
      <SkeletonRows rows={newest} label="Loading your last purchases" />
    );
  }
  const { transactions, subscriptionPlans, user } = profile.data;
  const likely = likelyPurchases(transactions, subscriptionPlans, all);
  return (
    <>
      {likely.length > 0 ? (
        <AgainRow purchases={likely} onBuy={checkout.open} />
      ) : (
        <FirstSteps phone={user.phoneNumber} />
      )}
      {transactions.length > 0 && (
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
          {transactions.slice(0, newest).map((transaction) => (
            <TransactionRow
              key={transaction._id}
              transaction={transaction}
              name={nameOfNumber(all, transaction.recipient ?? '')}
              to={to.dashboard}
              state={{ slip: transaction._id }}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** For somebody who has not bought anything yet: what is left to do, in order. */
function FirstSteps({ phone }: { phone: string }) {
  const { signedIn } = useSession();
  const hasMoney = signedIn !== null && signedIn.user.balance >= lowBalanceNaira;
  const own = `?${new URLSearchParams({ phone }).toString()}`;
  return (
    <section aria-labelledby="first-steps" className="grid gap-2">
      <h2 id="first-steps" className="display text-lead">
        {hasMoney ? 'Your wallet is ready' : 'First steps'}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {!hasMoney && <Step words="Put money into your wallet" links={{ 'Add money': to.fundWallet }} />}
        <Step
          words="Buy for your own number"
          links={{ Airtime: `${to.buyAirtime}${own}`, Data: `${to.buyData}${own}` }}
        />
      </ol>
    </section>
  );
}

function Step({ words, links }: { words: string; links: Record<string, string> }) {
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-end gap-2 py-2">
      <span className="min-w-[8rem] flex-1">{words}</span>
      {Object.entries(links).map(([label, address]) => (
        <ButtonLink key={label} compact kind="secondary" to={address} className="max-lg:min-h-12">
          {label}
        </ButtonLink>
      ))}
    </li>
  );
}
