import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { send } from '../../../platform/send.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';

const longestReason = 500;

export function EndAccessSheet({
  user,
  open,
  onClose,
}: {
  user: StaffUser;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Sheet title="End all access" open={open} onClose={onClose}>
      <EndAccessForm user={user} onDone={onClose} />
    </Sheet>
  );
}

function EndAccessForm({ user, onDone }: { user: StaffUser; onDone: () => void }) {
  const end = useChangeOfUser((reason: string) => send('endAccess', { id: user._id, reason }), { onDone });
  return (
    <ReasonForm
      longest={longestReason}
      doing={end}
      onReason={(reason) => end.mutate(reason)}
      action="End sessions and API tokens"
      kind="danger"
    >
      <b>{user.userName}</b> is logged out on all devices, and every API token ends for good. Whoever knows
      the password can log in again: reset it too if it was stolen.
    </ReasonForm>
  );
}
