import { send } from '../../../platform/send.ts';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

function HoldForm({ user, onDone }: UserFormProps) {
  const isHeld = user.withdrawalsHeldSince === null;
  const hold = useChangeOfUser(
    (reason: string) => send('holdWithdrawals', { id: user._id, isHeld, reason }),
    { onDone },
  );
  return (
    <ReasonForm
      doing={hold}
      onReason={(reason) => hold.mutate(reason)}
      action={isHeld ? 'Hold withdrawals' : 'Hold no more'}
      kind={isHeld ? 'danger' : 'primary'}
    >
      {isHeld ? (
        <>
          <b>{user.userName}</b> can withdraw, and nothing is sent to the bank: it stands under Waiting until
          an admin releases or returns it. What was sent before cannot be held back.
        </>
      ) : (
        <>
          Withdrawals of <b>{user.userName}</b> go to the bank at once again. What is held now stays under
          Waiting.
        </>
      )}
    </ReasonForm>
  );
}

export const HoldWithdrawalsSheet = userSheet('Withdrawals', HoldForm);
