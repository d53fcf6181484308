/** Suppliers whose statement of our money the books do not explain. An admin accepts a difference that has its reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { limits } from '@jara/contract/constants.ts';
import type { FloatDrift } from '@jara/contract/calls/review-queue.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { to } from '../../../platform/paths.ts';
import { keys } from '../../../platform/queries.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';

export function FloatDrifts({ drifts, isAdmin }: { drifts: readonly FloatDrift[]; isAdmin: boolean }) {
  const [accepting, setAccepting] = useState<FloatDrift>();
  if (drifts.length === 0 && accepting === undefined) return null;
  return (
    <>
      {drifts.map((drift) => (
        <Notice
          key={drift.supplierName}
          tone="amber"
          title={`${drift.supplierName} and the books differ`}
          action={
            isAdmin &&
            (drift.askedBy === null ? (
              <Button
                kind="quiet"
                compact
                className="-ml-3 justify-self-start"
                onClick={() => setAccepting(drift)}
              >
                Accept the difference
              </Button>
            ) : (
              <ButtonLink
                kind="quiet"
                compact
                className="-ml-3 justify-self-start"
                to={`${to.reviewQueue}?queue=second`}
              >
                See it under Second admin
              </ButtonLink>
            ))
          }
        >
          It states <Naira amount={drift.float} />, <Difference drift={drift} />.{' '}
          {drift.drift > 0
            ? 'We paid in, or it took deliveries back that nobody booked.'
            : 'It took money that nobody booked: ask it for its statement.'}
          {drift.drift > 0 && drift.refunded > 0 && (
            <>
              {' '}
              It has not given back <Naira amount={drift.refunded} /> of refunds by staff: what it did, book
              at the purchase.
            </>
          )}
          {drift.askedBy !== null && (
            <>
              {' '}
              <b>{drift.askedBy}</b> asked to accept it: that waits for a second admin.
            </>
          )}
        </Notice>
      ))}
      <Sheet
        title="Accept the difference"
        open={accepting !== undefined}
        onClose={() => setAccepting(undefined)}
      >
        {accepting !== undefined && (
          <AcceptForm key={accepting.supplierName} drift={accepting} onDone={() => setAccepting(undefined)} />
        )}
      </Sheet>
    </>
  );
}

const Difference = ({ drift: { drift } }: { drift: FloatDrift }) => (
  <>
    <Naira amount={Math.abs(drift)} /> {drift > 0 ? 'more' : 'less'} than the books explain
  </>
);

function AcceptForm({ drift, onDone }: { drift: FloatDrift; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  const accept = useMutation({
    mutationFn: () =>
      sendKeyed('acceptFloat', {
        supplierName: drift.supplierName,
        amount: drift.drift,
        reason: reason.trim(),
      }),
    onSuccess: async ({ msg }) => {
      onDone();
      toast.success(msg);
      await queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isBlank = reason.trim() === '';
    setFix(isBlank ? 'Say what explains it: it goes into the staff record.' : undefined);
    if (isBlank) focusFirstError(event.currentTarget);
    else if (!accept.isPending) accept.mutate();
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <p className="text-meta">
        <b>{drift.supplierName}</b> states <Difference drift={drift} />. Once accepted, its next statements
        are measured from there. Another admin confirms a large one first, where this installation asks for
        two.
      </p>
      <TextField
        label="What explains it?"
        value={reason}
        error={fix}
        maxLength={limits.reasonMaximum}
        hint="For one, a payment to the supplier and its receipt"
        onChange={(event) => setReason(event.target.value)}
      />
      {accept.isError && <FailureNotice error={accept.error} />}
      <Button type="submit" wide busy={accept.isPending} busyLabel="Accepting">
        Accept <Naira amount={Math.abs(drift.drift)} />
      </Button>
    </form>
  );
}
