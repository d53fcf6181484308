/** Saved accounts: pick one to withdraw to, forget one, save a new one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Landmark, Trash2 } from 'lucide-react';
import { useState, type ChangeEvent } from 'react';
import type { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import { Naira } from '../../../shared/naira.tsx';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CodeField } from '../../../shared/forms/code-field.tsx';
import type { Bank } from './bank-picker.tsx';

export function Beneficiaries({
  accounts,
  amountOf,
  onChoose,
}: {
  accounts: readonly Beneficiary[];
  /** Naira that were withdrawn there last, when they were. */
  amountOf: (account: Beneficiary) => number | undefined;
  onChoose: (account: Beneficiary) => void;
}) {
  const [unwanted, setUnwanted] = useState<Beneficiary | null>(null);
  return (
    <section aria-labelledby="beneficiaries">
      <h2 id="beneficiaries" className="display border-t border-ink pt-4 text-lead">
        Beneficiaries
      </h2>
      <ul>
        {accounts.map((account) => (
          <li
            key={account._id}
            className="flex min-h-16 flex-wrap items-center justify-end gap-x-2 border-b border-line py-2"
          >
            <Landmark size={22} className="mr-1 shrink-0 text-ink-2 max-sm:hidden" {...pen} />
            <span className="grid min-w-[7rem] flex-1 grid-cols-1">
              <span className="font-medium [overflow-wrap:anywhere]">{account.accountName}</span>
              <span className="text-meta text-ink-2">
                {account.bankName} · <span className="figures">••{account.accountNumber.slice(-4)}</span>
              </span>
              <LastAmount amount={amountOf(account)} />
            </span>
            <Button
              kind="secondary"
              compact
              className="max-lg:min-h-12"
              aria-label={`Withdraw to ${account.accountName}, ${account.bankName}`}
              onClick={() => onChoose(account)}
            >
              Withdraw
            </Button>
            <IconButton
              label={`Remove ${account.accountName}, ${account.bankName}`}
              onClick={() => setUnwanted(account)}
            >
              <Trash2 size={20} {...pen} />
            </IconButton>
          </li>
        ))}
      </ul>
      <RemoveSheet account={unwanted} onClose={() => setUnwanted(null)} />
    </section>
  );
}

function LastAmount({ amount }: { amount: number | undefined }) {
  if (amount === undefined) return null;
  return (
    <span className="text-meta text-ink-2">
      Last time <Naira amount={amount} className="font-semibold text-ink" />
    </span>
  );
}

function RemoveSheet({ account, onClose }: { account: Beneficiary | null; onClose: () => void }) {
  const change = useListChange(onClose);
  return (
    <Sheet
      title="Remove beneficiary"
      open={account !== null}
      onClose={onClose}
      footer={
        <>
          <Button
            wide
            kind="danger"
            busy={change.isPending}
            busyLabel="Removing"
            onClick={() => {
              if (account !== null)
                change.mutate((given) => send('removeBeneficiary', { id: account._id, ...given }));
            }}
          >
            Remove
          </Button>
          <Button wide kind="secondary" onClick={onClose}>
            Keep
          </Button>
        </>
      }
    >
      <p>
        {account?.accountName}, {account?.bankName} <span className="figures">{account?.accountNumber}</span>{' '}
        leaves your list. You can validate and save it again at any time.
      </p>
      {change.fields}
    </Sheet>
  );
}

export function SaveBeneficiary({ bank, accountNumber }: { bank: Bank; accountNumber: string }) {
  const change = useListChange();
  return (
    <div className="grid gap-3">
      {change.fields}
      <Button
        kind="secondary"
        className="justify-self-start"
        busy={change.isPending}
        busyLabel="Saving"
        onClick={() => change.mutate((given) => send('addBeneficiary', { ...bank, accountNumber, ...given }))}
      >
        Add as beneficiary
      </Button>
    </div>
  );
}

type Factor = 'code' | 'password';

/** What the server would have besides the session. */
function factorAsked(refused: unknown): Factor | null {
  if (!(refused instanceof Refusal)) return null;
  if (refused.code === 'totp_required') return 'code';
  return refused.errorOf('password') === undefined ? null : 'password';
}

/** Both ways of changing the list answer with the whole of it, and take a code of whoever has two-step login; saving takes the password of some. */
function useListChange(onDone?: () => void) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Factor | null>(null);
  const [value, setValue] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: (given: Partial<Record<Factor, string>>) => Promise<CallReply<'addBeneficiary'>>) =>
      change(asked === null || value.trim() === '' ? {} : { [asked]: value }),
    onSuccess: ({ msg, beneficiaryList }) => {
      queryClient.setQueryData(keys.beneficiaries, { beneficiaryList });
      toast.success(msg);
      setAsked(null);
      onDone?.();
    },
    onError: (refused) => {
      setAsked((before) => factorAsked(refused) ?? before);
      toast.error(wordsOf(refused));
    },
    onSettled: () => setValue(''),
  });
  const shared = {
    value,
    error: error === null ? undefined : wordsOf(error),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValue(event.target.value);
      reset();
    },
  };
  const fields =
    asked === 'code' ? (
      <CodeField {...shared} />
    ) : (
      asked && <PasswordField label="Your password" autoComplete="current-password" {...shared} />
    );
  return { mutate, isPending, fields };
}
