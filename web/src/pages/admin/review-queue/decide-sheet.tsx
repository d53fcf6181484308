/** An admin says what became of a transaction, after asking its supplier or bank; it is booked at once, with the reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SyntheticEvent } from 'react';
import type { ReviewQueueEntry } from '@jara/contract/calls/review-queue.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { Refusal } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { noReasonWords, OutcomeChoice, ReasonField } from './decision-fields.tsx';

type Outcome = 'delivered' | 'returned' | 'released';

const heldOptions = [
  { value: 'released', label: 'send it' },
  { value: 'returned', label: 'give it back' },
] as const;

export function DecideSheet({
  transaction,
  onClose,
}: {
  transaction: ReviewQueueEntry | undefined;
  onClose: () => void;
}) {
  return (
    <Sheet
      title={transaction?.why === 'held' ? 'Release or return it' : 'What became of it'}
      open={transaction !== undefined}
      onClose={onClose}
    >
      {transaction !== undefined && (
        <DecideForm key={transaction._id} transaction={transaction} onDone={onClose} />
      )}
    </Sheet>
  );
}

function DecideForm({ transaction, onDone }: { transaction: ReviewQueueEntry; onDone: () => void }) {
  const queryClient = useQueryClient();
  const formId = useId();
  const [outcome, setOutcome] = useState<Outcome>();
  const [reason, setReason] = useState('');
  const [token, setToken] = useState('');
  const [fixes, setFixes] = useState<{ outcome?: string; reason?: string; token?: string }>({});
  const isWithdrawal = transaction.trans_Type === 'withdraw';
  const isHeld = transaction.why === 'held';
  const decide = useMutation({
    mutationFn: (said: Outcome) =>
      sendKeyed('decideWaiting', {
        id: transaction._id,
        outcome: said,
        reason: reason.trim(),
        ...(token.trim() !== '' && said === 'delivered' && { token: token.trim() }),
      }),
    onSuccess: async ({ msg }) => {
      onDone();
      toast.success(msg);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
        queryClient.invalidateQueries({ queryKey: keys.transaction(transaction._id) }),
        refreshMoney(queryClient),
      ]);
    },
    onError: (error) => {
      const fix = error instanceof Refusal ? error.errorOf('token') : undefined;
      if (fix !== undefined) setFixes({ token: fix });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = {
      ...(outcome === undefined && { outcome: 'Choose what became of it.' }),
      ...(reason.trim() === '' && { reason: noReasonWords }),
      ...(outcome === 'delivered' &&
        transaction.needsToken &&
        token.trim() === '' && { token: 'Enter the token that the supplier gave.' }),
    };
    setFixes(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(event.currentTarget);
    else if (outcome !== undefined && !decide.isPending) decide.mutate(outcome);
  };
  return (
    <form id={formId} className="grid gap-5" onSubmit={submit} noValidate>
      <p className="text-meta">
        <b>{transaction.description}</b> of {transaction.trans_UserName},{' '}
        <Naira amount={transaction.amount} />.{' '}
        {isHeld ? (
          'Nothing was sent to the bank.'
        ) : (
          <>
            Ask <b>{transaction.supplier}</b> first, by the reference{' '}
            <span className="font-mono [overflow-wrap:anywhere]">{transaction.supplierReference}</span>.
          </>
        )}
      </p>
      <OutcomeChoice<Outcome>
        label={isHeld ? 'The withdrawal' : isWithdrawal ? 'The bank' : 'The supplier'}
        options={
          isHeld
            ? heldOptions
            : [
                { value: 'delivered', label: isWithdrawal ? 'paid it' : 'delivered it' },
                { value: 'returned', label: isWithdrawal ? 'did not pay it' : 'did not deliver it' },
              ]
        }
        value={outcome}
        error={fixes.outcome}
        onChange={(said) => {
          setOutcome(said);
          setFixes({});
        }}
      />
      {transaction.needsToken && outcome === 'delivered' && (
        <TextField
          label="Token"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={token}
          error={fixes.token}
          hint="20 digits, as the supplier gave them"
          onChange={(event) => setToken(event.target.value)}
        />
      )}
      <ReasonField value={reason} error={fixes.reason} onChange={setReason} />
      {outcome === 'returned' && (
        <Notice tone="amber">
          {isHeld
            ? 'The whole sum goes back into the wallet.'
            : 'The whole sum goes back into the wallet. If it is delivered after all, the loss is ours.'}
        </Notice>
      )}
      {decide.isError && fixes.token === undefined && <FailureNotice error={decide.error} />}
      <Button type="submit" wide busy={decide.isPending} busyLabel="Booking">
        {outcome === 'returned' ? (
          <>
            Return <Naira amount={transaction.amount} />
          </>
        ) : outcome === 'released' ? (
          'Release, and send it'
        ) : isWithdrawal ? (
          'Book as paid'
        ) : (
          'Book as delivered'
        )}
      </Button>
    </form>
  );
}
