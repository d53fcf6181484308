/** An admin notes, once, that a statement was compared with the books, or what a delivery was. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecoveryItem } from '@jara/contract/calls/recovery.ts';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { toast } from '../../../ui/toast.tsx';
import { ReasonForm } from '../reason-form.tsx';

export function DecideItem({ item, onDone }: { item: RecoveryItem; onDone: () => void }) {
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (reason: string) => send('decideRecoveryItem', { id: item._id, reason }),
    onSuccess: async ({ msg }) => {
      onDone();
      toast.success(msg);
      await Promise.all(
        [keys.recovery, keys.reviewQueue].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
  const { kind, provider, reference } = item;
  return (
    <ReasonForm
      doing={decide}
      onReason={(reason) => decide.mutate(reason)}
      action={kind === 'delivery' ? 'Book as explained' : 'It is compared'}
    >
      <b>{provider}</b>: {reference}.{' '}
      {kind === 'delivery'
        ? 'Find out for whom it was and who paid for it. Nothing is posted by this.'
        : 'Compare what it has since the moment of the restore with the books, and have it send its hooks of that time again.'}
    </ReasonForm>
  );
}
