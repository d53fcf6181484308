/** A second admin confirms what a colleague asked for, which is done at once, or rejects it; with the reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { StaffRequest } from '@jara/contract/calls/review-queue.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { noReasonWords, OutcomeChoice, ReasonField } from './decision-fields.tsx';
import { Asked } from './second-asked.tsx';

type Outcome = 'confirmStaffRequest' | 'rejectStaffRequest';

export function SecondSheet({
  request,
  onClose,
}: {
  request: StaffRequest | undefined;
  onClose: () => void;
}) {
  return (
    <Sheet title="Confirm or reject" open={request !== undefined} onClose={onClose}>
      {request !== undefined && <SecondForm key={request._id} request={request} onDone={onClose} />}
    </Sheet>
  );
}

function SecondForm({ request, onDone }: { request: StaffRequest; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [reason, setReason] = useState('');
  const [fixes, setFixes] = useState<{ outcome?: string; reason?: string }>({});
  const decide = useMutation({
    mutationFn: (said: Outcome) => {
      const input = { id: request._id, reason: reason.trim() };
      return said === 'confirmStaffRequest' ? sendKeyed(said, input) : send(said, input);
    },
    onSuccess: ({ msg }) => {
      onDone();
      toast.success(msg);
    },
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: keys.reviewQueue }), refreshMoney(queryClient)]),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = {
      ...(outcome === undefined && { outcome: 'Choose one of the two.' }),
      ...(reason.trim() === '' && { reason: noReasonWords }),
    };
    setFixes(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(event.currentTarget);
    else if (outcome !== undefined && !decide.isPending) decide.mutate(outcome);
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <div className="grid gap-1.5">
        <Asked request={request} />
        <p className="text-meta text-ink-2">
          <b>{request.maker}</b> asked for it. Both names go into the staff record.
        </p>
      </div>
      <OutcomeChoice<Outcome>
        label="You"
        options={[
          { value: 'confirmStaffRequest', label: 'confirm it' },
          { value: 'rejectStaffRequest', label: 'reject it' },
        ]}
        value={outcome}
        error={fixes.outcome}
        onChange={(said) => {
          setOutcome(said);
          setFixes({});
        }}
      />
      <ReasonField value={reason} error={fixes.reason} onChange={setReason} />
      {decide.isError && <FailureNotice error={decide.error} />}
      <Button
        type="submit"
        kind={outcome === 'rejectStaffRequest' ? 'danger' : 'primary'}
        wide
        busy={decide.isPending}
      >
        {outcome === 'rejectStaffRequest' ? 'Reject it' : 'Confirm it'}
      </Button>
    </form>
  );
}
