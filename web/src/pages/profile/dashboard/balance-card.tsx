/** The wallet, large: red and "Low" under the shop's mark, green and "Available" above it; "Frozen" by its owner. */
import { Eye, EyeOff } from 'lucide-react';
import { lowBalanceNaira } from '@jara/contract/constants.ts';
import { Balance, useBalanceHidden } from '../../../features/money/balance.tsx';
import { needsIdentity } from './needs-identity.ts';
import { timeWords } from '../../../shared/when.tsx';
import { to } from '../../../platform/paths.ts';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';

export function BalanceCard({ onUpdateKyc }: { onUpdateKyc: () => void }) {
  const { signedIn } = useSession();
  const [hidden, setHidden] = useBalanceHidden();
  const asOf = signedIn?.balanceAt ?? null;
  const isLow = signedIn !== null && signedIn.user.balance < lowBalanceNaira;
  const isShown = asOf !== null && !hidden;
  return (
    <section aria-label="Wallet balance" className="grid grid-cols-1 gap-3 border-y border-ink py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-2 text-meta text-ink-2">
            Wallet balance
            {signedIn?.user.isFrozen === true ? (
              <Pill tone="amber">Frozen</Pill>
            ) : (
              isShown && <Pill tone={isLow ? 'danger' : 'success'}>{isLow ? 'Low' : 'Available'}</Pill>
            )}
          </p>
          <p
            className={`text-[clamp(1.75rem,11vw,2.5rem)] leading-[1.1] ${isShown ? (isLow ? 'text-danger' : 'text-success') : ''}`}
          >
            <Balance big />
          </p>
          <p className="text-label text-ink-2">
            {asOf === null ? 'Not known yet' : `As of ${timeWords(new Date(asOf).toISOString())}`}
          </p>
        </div>
        <IconButton
          label={hidden ? 'Show the balance' : 'Hide the balance'}
          aria-pressed={hidden}
          onClick={() => setHidden(!hidden)}
        >
          {hidden ? <EyeOff size={22} {...pen} /> : <Eye size={22} {...pen} />}
        </IconButton>
      </div>
      <ButtonLink wide to={to.fundWallet}>
        Fund wallet
      </ButtonLink>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        <ButtonLink kind="secondary" to={to.transfer}>
          Transfer
        </ButtonLink>
        <ButtonLink kind="secondary" to={to.withdraw}>
          Withdraw
        </ButtonLink>
      </div>
      {signedIn !== null && needsIdentity(signedIn) && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-amber/25 bg-amber-wash py-1 pr-1 pl-3.5 text-meta">
          <span className="min-w-[8rem] flex-1 py-1">Verify who you are, and get an account number.</span>
          <Button kind="quiet" compact className="min-h-12" onClick={onUpdateKyc}>
            Update KYC
          </Button>
        </p>
      )}
    </section>
  );
}
