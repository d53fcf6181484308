import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useChangeOfUser } from './change-of-user.ts';

export function ResetPasswordSheet({
  user,
  open,
  onClose,
}: {
  user: StaffUser;
  open: boolean;
  onClose: () => void;
}) {
  const reset = useChangeOfUser(() => send('resetUserPassword', { userId: user._id }), { onDone: onClose });
  return (
    <Sheet title="Reset password" open={open} onClose={onClose}>
      <div className="grid gap-5">
        <p>
          <b>{user.userName}</b> is logged out everywhere, loses all API tokens and gets a link to choose a
          new password, mailed to <span className="[overflow-wrap:anywhere]">{user.email}</span>. Nobody of
          the staff sees the link or a password.
        </p>
        {reset.isError && <Notice tone="danger">{wordsOf(reset.error)}</Notice>}
        <Button wide busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
          Log out and mail the link
        </Button>
      </div>
    </Sheet>
  );
}
