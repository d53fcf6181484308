/** The account numbers that are one's own: money sent there is in the wallet by itself. */
import { Copy } from 'lucide-react';
import { messages } from '@jara/contract/messages.ts';
import { copyText } from '../../../shared/copy.ts';
import { to } from '../../../platform/paths.ts';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { terms } from '../../../platform/terms.ts';

/** Whoever has a number of their own mostly pays there: then it stands first. */
export const useHasAccount = (): boolean => useAccounts().open.length > 0;

function useAccounts() {
  const accounts = useSession().signedIn?.user.accountNumbers ?? [];
  return {
    open: accounts.filter(({ status }) => status === 'active'),
    closed: accounts.filter(({ status }) => status !== 'active'),
  };
}

export function BankTransfer() {
  const { open, closed } = useAccounts();
  return (
    <section aria-labelledby="bank-transfer" className="grid grid-cols-1 gap-3 border-t border-ink pt-4">
      <h2 id="bank-transfer" className="display text-lead">
        Bank transfer
      </h2>
      {open.map(({ bankName, accountNumber, accountName }) => (
        <div key={accountNumber} className="grid grid-cols-1 gap-2">
          <div className="grid grid-cols-1">
            <p className="text-meta text-ink-2 capitalize">{bankName}</p>
            <p className="font-mono text-sum font-semibold tracking-wide [overflow-wrap:anywhere]">
              {accountNumber}
            </p>
            <p className="text-meta [overflow-wrap:anywhere]">{accountName}</p>
          </div>
          <Button
            kind="secondary"
            wide
            aria-label={`Copy account number ${accountNumber}`}
            onClick={() => copyText(accountNumber, messages.accountNumberCopied)}
          >
            <Copy size={18} {...pen} />
            Copy account number
          </Button>
        </div>
      ))}
      {open.length > 0 ? (
        <p className="text-meta text-ink-2">
          Send any amount to it from any bank. It is in your wallet in about a minute, less{' '}
          {terms.funding.feePercent}%.
        </p>
      ) : (
        <>
          <p className="text-meta text-ink-2">
            Get an account number of your own, and pay into your wallet from any bank.
          </p>
          <ButtonLink kind="secondary" wide to={to.account}>
            Get an account number
          </ButtonLink>
        </>
      )}
      {closed.map(({ bankName, accountNumber }) => (
        <p key={accountNumber} className="flex flex-wrap items-center gap-2 text-meta text-ink-2">
          <span className="capitalize">{bankName}</span>
          <s className="font-mono">{accountNumber}</s>
          <Pill tone="danger">Closed: do not send money there</Pill>
        </p>
      ))}
    </section>
  );
}
