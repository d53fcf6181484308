/** At the end of a row of the grid: whether the plan is available, and the way to all of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { planName, whyNotOnSale, type GridPlan } from './grid-plan.ts';

export function RowActions({
  plan,
  isReadOnly,
  onOpen,
}: {
  plan: GridPlan;
  isReadOnly: boolean;
  onOpen: (plan: GridPlan) => void;
}) {
  const queryClient = useQueryClient();
  const toggle = useMutation({
    mutationFn: (planAvailability: boolean) => send('updatePlan', { _id: plan.id, planAvailability }),
    onSuccess: (_, isAvailable) => {
      toast.success(`${planName(plan)} is ${isAvailable ? 'available' : 'switched off'}`);
      return queryClient.invalidateQueries({ queryKey: keys.plans(plan.network) });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  const isOn = toggle.isPending ? toggle.variables : plan.isAvailable;
  if (isReadOnly) {
    return (
      <p className="pt-2.5 text-right text-label text-ink-2">{plan.isOnSale ? 'On sale' : 'Not on sale'}</p>
    );
  }
  return (
    <div className="flex items-center justify-end gap-2">
      <input
        type="checkbox"
        role="switch"
        aria-label={`${planName(plan)} available`}
        title={plan.isAvailable ? whyNotOnSale(plan) : undefined}
        checked={isOn}
        aria-checked={isOn}
        disabled={toggle.isPending}
        onChange={(event) => toggle.mutate(event.target.checked)}
        className="switch"
      />
      <Button kind="quiet" compact aria-label={`Change ${planName(plan)}`} onClick={() => onOpen(plan)}>
        Change
      </Button>
    </div>
  );
}
