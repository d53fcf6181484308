import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { planName, type GridPlan } from './grid-plan.ts';

export function DeleteSheet({ plan, onClose }: { plan: GridPlan | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: ({ id }: GridPlan) => send('deletePlan', { planId: id, _id: id }),
    onSuccess: ({ msg }, { network }) => {
      toast.success(msg);
      onClose();
      void queryClient.invalidateQueries({ queryKey: keys.plans(network) });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  const close = () => {
    deletion.reset();
    onClose();
  };
  return (
    <Sheet
      title="Delete this plan"
      open={plan !== undefined}
      locked={deletion.isPending}
      onClose={close}
      footer={
        <>
          <Button
            wide
            kind="danger"
            busy={deletion.isPending}
            busyLabel="Deleting"
            onClick={() => {
              if (plan !== undefined) deletion.mutate(plan);
            }}
          >
            Delete plan
          </Button>
          <Button wide kind="secondary" onClick={close}>
            Keep it
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          <b>{plan !== undefined && planName(plan)}</b> goes off the list for good, and its id {plan?.id} is
          never given again. Purchases that were made keep what they bought.
        </p>
        <p className="text-meta text-ink-2">To stop its sale for a while, switch it off instead.</p>
        {deletion.isError && <FailureNotice error={deletion.error} />}
      </div>
    </Sheet>
  );
}
