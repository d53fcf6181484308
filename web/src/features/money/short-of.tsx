/**
 * As soon as a sum is typed that the wallet does not hold: how much is missing, and the way to it. The button stays, since pressing it
 * says the specification's sentence (section 5).
 */
import { formatNaira } from '@jara/contract/money.ts';
import { AddMoneyLink } from './add-money.tsx';

/** `missing` in naira; nothing is said of 0. */
export function ShortOf({ missing, aim }: { missing: number; aim: 'send' | 'withdraw' }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-6 text-meta">
      {missing > 0 && (
        <>
          <span>Your wallet holds {formatNaira(missing)} less than that.</span>
          <span className="-mx-3">
            <AddMoneyLink missing={missing} aim={`${aim} this`} kind="quiet" compact wide={false} />
          </span>
        </>
      )}
    </div>
  );
}
