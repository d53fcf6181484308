/** Asks about all transactions of a page that wait, one after the other, so that no supplier is asked everything at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

export default function CheckPending({
  transactions,
  children,
}: {
  transactions: readonly Pick<Transaction, '_id' | 'trans_Status'>[];
  /** What is said of them; else how many they are. */
  children?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(0);
  const pending = transactions.filter(({ trans_Status: status }) => status === 'pending');
  const check = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let ended = 0;
      for (const [index, transactionId] of ids.entries()) {
        setAsked(index + 1);
        const { receipt } = await send('reQueryWithdrawal', { transactionId });
        if (receipt.trans_Status !== 'pending') ended += 1;
      }
      return ended;
    },
    onSuccess: (ended, ids) => toast.success(`${ended} of ${ids.length} have an outcome now`),
    onError: (error) => toast.error(wordsOf(error)),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: keys.reviewQueue }), refreshMoney(queryClient)]),
  });
  if (pending.length === 0 && !check.isPending) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-amber/25 bg-amber-wash py-1.5 pr-1.5 pl-3.5">
      <p className="text-meta font-semibold text-amber" role="status">
        {children ??
          `${pending.length === 1 ? '1 transaction here waits' : `${pending.length} transactions here wait`} for an outcome`}
      </p>
      <Button
        kind="secondary"
        compact
        className="max-lg:min-h-12"
        busy={check.isPending}
        busyLabel={`Asking ${asked} of ${check.variables?.length ?? 0}`}
        onClick={() => check.mutate(pending.map(({ _id }) => _id))}
      >
        Check status of all
      </Button>
    </div>
  );
}
