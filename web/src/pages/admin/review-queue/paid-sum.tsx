import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import { Naira } from '../../../shared/naira.tsx';

/** What was paid, in the currency that it was paid in. */
export function PaidSum({
  entry: { amount, currency },
  className,
}: {
  entry: Pick<SuspenseEntry, 'amount' | 'currency'>;
  className?: string;
}) {
  const given = className === undefined ? {} : { className };
  if (currency === 'NGN') return <Naira amount={amount} {...given} />;
  return (
    <span {...given}>
      {currency} {amount.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
    </span>
  );
}
