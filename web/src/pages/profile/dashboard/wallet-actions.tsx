/** What one does with the wallet. Its balance stands above, in the top bar. */
import { messages } from '@jara/contract/messages.ts';
import { copyText } from '../../../shared/copy.ts';
import { to } from '../../../platform/paths.ts';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { needsIdentity } from './needs-identity.ts';

export function WalletActions({ onUpdateKyc }: { onUpdateKyc: () => void }) {
  const { signedIn } = useSession();
  const account = signedIn?.user.accountNumbers.find(({ status }) => status === 'active');
  return (
    <section aria-label="Wallet" className="wallet grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <ButtonLink className="flex-1 whitespace-nowrap sm:max-md:max-w-64" to={to.fundWallet}>
          Fund wallet
        </ButtonLink>
        <ButtonLink kind="quiet" compact className="min-h-12" to={to.transfer}>
          Transfer
        </ButtonLink>
        <ButtonLink kind="quiet" compact className="min-h-12" to={to.withdraw}>
          Withdraw
        </ButtonLink>
      </div>
      {account !== undefined && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 border-y border-line text-meta">
          <span>
            <span className="text-ink-2 capitalize">{account.bankName}</span>{' '}
            <b className="font-mono tracking-wide">{account.accountNumber}</b>
          </span>
          <Button
            kind="quiet"
            compact
            className="-mr-3 min-h-12"
            aria-label={`Copy account number ${account.accountNumber}`}
            onClick={() => copyText(account.accountNumber, messages.accountNumberCopied)}
          >
            Copy
          </Button>
        </p>
      )}
      {signedIn !== null && needsIdentity(signedIn) && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-amber/25 bg-amber-wash pr-1 pl-3.5 text-meta">
          <span className="min-w-[8rem] flex-1 py-1">Verify who you are, and get an account number.</span>
          <Button kind="quiet" compact className="min-h-12" onClick={onUpdateKyc}>
            Update KYC
          </Button>
        </p>
      )}
    </section>
  );
}
