import { send } from '../../../platform/send.ts';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

function EndAccessForm({ user, onDone }: UserFormProps) {
  const end = useChangeOfUser((reason: string) => send('endAccess', { id: user._id, reason }), { onDone });
  return (
    <ReasonForm
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

export const EndAccessSheet = userSheet('End all access', EndAccessForm);
