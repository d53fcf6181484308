import { send } from '../../../platform/send.ts';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

function ResetPasswordForm({ user, onDone }: UserFormProps) {
  const reset = useChangeOfUser((reason: string) => send('resetUserPassword', { userId: user._id, reason }), {
    onDone,
  });
  return (
    <ReasonForm doing={reset} onReason={(reason) => reset.mutate(reason)} action="Log out and mail the link">
      <b>{user.userName}</b> is logged out everywhere, loses all API tokens and gets a link to choose a new
      password, mailed to <span className="[overflow-wrap:anywhere]">{user.email}</span>. Nobody of the staff
      sees the link or a password.
    </ReasonForm>
  );
}

export const ResetPasswordSheet = userSheet('Reset password', ResetPasswordForm);
