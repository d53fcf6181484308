/** The bank accounts into which anybody may pay for this user: to copy, and to open where there is none. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { AccountNumber, User } from '@jara/contract/calls/accounts.ts';
import { messages } from '@jara/contract/messages.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { copyText } from '../../../shared/copy.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Section } from './facts.tsx';
import { terms } from '../../../platform/terms.ts';

const bankName = 'palmpay';

export function AccountNumbers({ user }: { user: User }) {
  const { accountNumbers } = user;
  const isActive = ({ status }: AccountNumber) => status === 'active';
  const hasActive = accountNumbers.some(isActive);
  const listed = [...accountNumbers].sort((a, b) => Number(isActive(b)) - Number(isActive(a)));
  return (
    <Section
      title="Account numbers"
      note={`Pay into one from any bank: it is in your wallet in about a minute, less the ${terms.funding.feePercent}% charge.`}
    >
      <div className="grid gap-4">
        {accountNumbers.length > 0 && (
          <ul className="divide-y divide-line border-y border-line" aria-label="Account numbers">
            {listed.map((account) => (
              <AccountRow key={account.accountNumber} account={account} />
            ))}
          </ul>
        )}
        {!hasActive && <OpenAccount isVerified={user.nin !== null || user.bvn !== null} />}
      </div>
    </Section>
  );
}

/** How the bank writes itself. */
const bankLabels: Readonly<Record<string, string>> = { palmpay: 'PalmPay' };

function AccountRow({ account }: { account: AccountNumber }) {
  const { accountNumber, accountName, status } = account;
  const bank = bankLabels[account.bankName] ?? account.bankName;
  if (status !== 'active') {
    return (
      <li className="grid gap-0.5 py-3 text-ink-2">
        <p className="flex flex-wrap items-center gap-2">
          <s className="font-mono text-lead tracking-wide">{accountNumber}</s>
          <Pill tone="danger">Closed</Pill>
        </p>
        <p className="text-meta">{bank}. Do not pay into it: the money does not arrive.</p>
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 flex-1 grid-cols-1 basis-[11rem] grid-cols-1 gap-0.5">
        <p className="font-mono text-sum font-semibold tracking-wide [overflow-wrap:anywhere] select-all">
          {accountNumber}
        </p>
        <p className="text-meta text-ink-2">
          {bank} · {accountName}
        </p>
      </div>
      <Button
        kind="secondary"
        aria-label={`Copy account number ${accountNumber}`}
        onClick={() => copyText(accountNumber, messages.accountNumberCopied)}
      >
        <Copy size={18} {...pen} /> Copy
      </Button>
    </li>
  );
}

function OpenAccount({ isVerified }: { isVerified: boolean }) {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const opening = useMutation({
    mutationFn: () => send('generateAccount', { bankName }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return queryClient.invalidateQueries({ queryKey: keys.profile });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  if (!isVerified) {
    return (
      <Notice tone="amber">
        A bank opens an account only for somebody it knows: verify your identity first.
      </Notice>
    );
  }
  return (
    <div className="grid gap-3">
      {opening.isError && <FailureNotice error={opening.error} />}
      <Button
        className="justify-self-start max-sm:w-full"
        busy={opening.isPending}
        busyLabel="Opening the account"
        disabled={!isOnline}
        onClick={() => opening.mutate()}
      >
        {isOnline ? 'Get Palmpay account' : noNetworkWords}
      </Button>
    </div>
  );
}
