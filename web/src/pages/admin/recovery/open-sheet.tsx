/** Opening the shop: why, and the password once more, because from then on money leaves again. */
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { toast } from '../../../ui/toast.tsx';
import { ReasonStepUpSheet, type StepUpReason } from '../reason-step-up-sheet.tsx';

export function OpenSheet({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const open = async (input: StepUpReason): Promise<void> => {
    const { msg } = await send('openShop', input);
    toast.success(msg);
    onClose();
    await queryClient.invalidateQueries();
  };
  return (
    <ReasonStepUpSheet
      title="Open the shop"
      label="Open the shop"
      busyLabel="Opening"
      blank="Say what was compared: it goes into the staff record."
      hint="What was compared, and with what result"
      onClose={onClose}
      run={open}
      // Somebody was faster, or something is missing again.
      onRefused={() => queryClient.invalidateQueries({ queryKey: keys.recovery })}
    >
      <p className="text-ink-2">From then on everybody buys, sends and withdraws again.</p>
    </ReasonStepUpSheet>
  );
}
