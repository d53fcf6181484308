import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

function ResetPasswordForm({ user, onDone }: UserFormProps) {
  const reset = useChangeOfUser(() => send('resetUserPassword', { userId: user._id }), { onDone });
  return (
    <div className="grid gap-5">
      <p>
        <b>{user.userName}</b> is logged out everywhere, loses all API tokens and gets a link to choose a new
        password, mailed to <span className="[overflow-wrap:anywhere]">{user.email}</span>. Nobody of the
        staff sees the link or a password.
      </p>
      {reset.isError && <Notice tone="danger">{wordsOf(reset.error)}</Notice>}
      <Button wide busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
        Log out and mail the link
      </Button>
    </div>
  );
}

export const ResetPasswordSheet = userSheet('Reset password', ResetPasswordForm);
