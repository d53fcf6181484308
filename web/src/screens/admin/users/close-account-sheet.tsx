import { useState, type SyntheticEvent } from 'react';
import type { StaffUser } from '@jara/contract/staff.ts';
import { send, wordsOf } from '../../../send.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useChangeOfUser } from './change-of-user.ts';

const longestReason = 300;

export function CloseAccountSheet({
  user,
  accountNumber,
  open,
  onClose,
}: {
  user: StaffUser;
  accountNumber: string;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Sheet title="Close reserved account" open={open} onClose={onClose}>
      <CloseAccountForm user={user} accountNumber={accountNumber} onDone={onClose} />
    </Sheet>
  );
}

function CloseAccountForm({
  user,
  accountNumber,
  onDone,
}: {
  user: StaffUser;
  accountNumber: string;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  const close = useChangeOfUser(
    () => send('closeReservedAccount', { accountNumber, reason: reason.trim() }),
    { onDone },
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isMissing = reason.trim() === '';
    setFix(isMissing ? 'Say why: it goes into the staff record.' : undefined);
    if (!isMissing && !close.isPending) close.mutate(undefined);
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <p>
        Account <b className="figures">{accountNumber}</b> of <b>{user.userName}</b> is shown as closed from
        now on. Money that still comes in waits in suspense. This cannot be undone.
      </p>
      <TextField
        label="Reason"
        value={reason}
        error={fix}
        maxLength={longestReason}
        onChange={(event) => {
          setReason(event.target.value);
          setFix(undefined);
        }}
      />
      {close.isError && <Notice tone="danger">{wordsOf(close.error)}</Notice>}
      <Button type="submit" kind="danger" wide busy={close.isPending}>
        Close the account
      </Button>
    </form>
  );
}
