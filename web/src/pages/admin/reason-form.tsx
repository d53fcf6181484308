/** What staff do only with a reason: the words, the reason, the button. What was typed stays when it is refused. */
import { limits } from '@jara/contract/constants.ts';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { FailureNotice } from '../../shared/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { takesFocus } from '../../ui/takes-focus.ts';

export function ReasonForm({
  doing,
  onReason,
  action,
  kind = 'primary',
  hasFocus = false,
  children,
}: {
  doing: { isPending: boolean; isError: boolean; error: unknown };
  onReason: (reason: string) => void;
  /** The words of the button. */
  action: ReactNode;
  kind?: 'primary' | 'danger';
  /** One begins with the reason: nothing is to be filled in above it. */
  hasFocus?: boolean;
  children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isMissing = reason.trim() === '';
    setFix(isMissing ? 'Say why: it goes into the staff record.' : undefined);
    if (isMissing) focusFirstError(event.currentTarget);
    else if (!doing.isPending) onReason(reason.trim());
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <p>{children}</p>
      <TextField
        ref={hasFocus ? takesFocus : undefined}
        label="Reason"
        value={reason}
        error={fix}
        maxLength={limits.reasonMaximum}
        onChange={(event) => {
          setReason(event.target.value);
          setFix(undefined);
        }}
      />
      {doing.isError && <FailureNotice error={doing.error} />}
      <Button type="submit" kind={kind} wide busy={doing.isPending}>
        {action}
      </Button>
    </form>
  );
}
