/** An admin credits money in suspense to somebody's wallet, or books that it went back; once, with the reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { NamedUserField, useNamedUser } from '../../../shared/forms/named-user.tsx';
import { keys } from '../../../platform/queries.ts';
import { Refusal } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { noReasonWords, OutcomeChoice, ReasonField } from './decision-fields.tsx';
import { PaidSum } from './paid-sum.tsx';

type Outcome = 'credit' | 'return';

export function SuspenseSheet({ entry, onClose }: { entry: SuspenseEntry | undefined; onClose: () => void }) {
  return (
    <Sheet title="Whose money it is" open={entry !== undefined} onClose={onClose}>
      {entry !== undefined && <SuspenseForm key={entry._id} entry={entry} onDone={onClose} />}
    </Sheet>
  );
}

function SuspenseForm({ entry, onDone }: { entry: SuspenseEntry; onDone: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [userName, setUserName] = useState(entry.trans_UserName ?? '');
  const [amountText, setAmountText] = useState('');
  const [reason, setReason] = useState('');
  const [fixes, setFixes] = useState<{ outcome?: string; amount?: string; reason?: string }>({});
  const user = useNamedUser(userName, setUserName);
  const isForeign = entry.currency !== 'NGN';
  const amount = parseAmount(amountText, { kobo: true });
  const decide = useDecision(entry, onDone, (error) => {
    const fix = error.errorOf('userName');
    if (fix === undefined) return;
    user.type(userName);
    user.refuse(fix);
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (decide.isPending || user.isChecking) return;
    const isCredit = outcome === 'credit';
    const wrong = {
      ...(outcome === undefined && { outcome: 'Choose what becomes of it.' }),
      ...(isCredit &&
        isForeign &&
        (amount === undefined || amount < 1) && { amount: 'Enter the naira that the gateway settled.' }),
      ...(reason.trim() === '' && { reason: noReasonWords }),
    };
    setFixes(wrong);
    const isNameMissing = isCredit && userName.trim() === '';
    if (isNameMissing) user.refuse('Enter the username of whoever gets it.');
    if (isNameMissing || Object.keys(wrong).length > 0) return focusFirstError(event.currentTarget);
    if (!isCredit) return decide.mutate({ outcome: 'return', reason: reason.trim() });
    if (user.found === undefined) return user.check();
    decide.mutate({
      outcome: 'credit',
      userName: user.found.userName,
      reason: reason.trim(),
      ...(isForeign && amount !== undefined && { amount }),
    });
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <p className="text-meta">
        <b>
          <PaidSum entry={entry} />
        </b>
        {entry.sender !== null && ` from ${entry.sender}`}: {entry.why}. Ask <b>{entry.provider}</b> first
        {entry.providerReference !== null && (
          <>
            , by the reference{' '}
            <span className="font-mono [overflow-wrap:anywhere]">{entry.providerReference}</span>
          </>
        )}
        .
      </p>
      <OutcomeChoice<Outcome>
        label="The money"
        options={[
          { value: 'credit', label: 'goes to a wallet' },
          { value: 'return', label: 'was sent back' },
        ]}
        value={outcome}
        error={fixes.outcome}
        onChange={(said) => {
          setOutcome(said);
          setFixes({});
        }}
      />
      {outcome === 'credit' && <NamedUserField label="Username" hint="Whose wallet gets it" user={user} />}
      {outcome === 'credit' && isForeign && (
        <AmountField
          kobo
          label="Settled in naira"
          hint="What the gateway’s statement says, before our fee"
          value={amountText}
          error={fixes.amount}
          onChange={setAmountText}
        />
      )}
      <ReasonField value={reason} error={fixes.reason} onChange={setReason} />
      {outcome === 'return' && (
        <Notice tone="amber">This only books it: send the money back at {entry.provider} first.</Notice>
      )}
      {outcome === 'credit' && (
        <p className="text-meta text-ink-2">The usual fee of a funding is taken off.</p>
      )}
      {decide.isError && user.fix === undefined && <FailureNotice error={decide.error} />}
      <Button
        type="submit"
        wide
        busy={decide.isPending || user.isChecking}
        busyLabel={user.isChecking ? 'Checking the username' : 'Booking'}
      >
        {outcome === 'return'
          ? 'Book as sent back'
          : outcome === 'credit' && user.found === undefined
            ? 'Validate'
            : 'Credit the wallet'}
      </Button>
    </form>
  );
}

type Decision =
  | { outcome: 'return'; reason: string }
  | { outcome: 'credit'; userName: string; amount?: number; reason: string };

function useDecision({ _id }: SuspenseEntry, onDone: () => void, onRefused: (error: Refusal) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => sendKeyed('decideSuspense', { id: _id, ...decision }),
    onSuccess: async ({ msg }) => {
      onDone();
      toast.success(msg);
      await queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
    },
    onError: (error) => {
      if (error instanceof Refusal) onRefused(error);
    },
  });
}
