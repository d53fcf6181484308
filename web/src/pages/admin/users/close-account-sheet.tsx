import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { send } from '../../../platform/send.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';

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
  const close = useChangeOfUser((reason: string) => send('closeReservedAccount', { accountNumber, reason }), {
    onDone,
  });
  return (
    <ReasonForm
      doing={close}
      onReason={(reason) => close.mutate(reason)}
      action="Close the account"
      kind="danger"
    >
      Account <b className="figures">{accountNumber}</b> of <b>{user.userName}</b> is shown as closed from now
      on. Money that still comes in waits in suspense. This cannot be undone.
    </ReasonForm>
  );
}
