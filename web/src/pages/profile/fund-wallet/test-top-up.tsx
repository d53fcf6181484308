/** In a sandbox only: play money without a card, at once and without a fee. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { newKey } from '../../../platform/idempotency-key.ts';
import { noteReceipt } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { terms } from '../../../platform/terms.ts';

export function TestTopUp({
  check,
  onDone,
}: {
  /** The amount of the form above, when it is right. */
  check: () => number | undefined;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const attempt = useRef<{ amount: number; key: string } | null>(null);
  const topUp = useMutation({
    mutationFn: (amount: number) => {
      if (attempt.current?.amount !== amount) attempt.current = { amount, key: newKey() };
      return send('testTopUp', { amount }, { key: attempt.current.key });
    },
    onSuccess: ({ receipt, msg }) => {
      attempt.current = null;
      toast.success(msg);
      void noteReceipt(queryClient, { receipt });
      onDone();
    },
    onError: (error) => {
      if (error instanceof Refusal && error.status < 500) attempt.current = null;
      toast.error(wordsOf(error));
    },
  });
  const start = () => {
    const amount = check();
    if (amount !== undefined) topUp.mutate(amount);
  };
  return (
    <section
      aria-labelledby="test-top-up"
      className="grid grid-cols-1 gap-3 rounded-card border border-amber/25 bg-amber-wash px-4 py-4"
    >
      <h2 id="test-top-up" className="font-semibold text-amber">
        Play money
      </h2>
      <p className="text-meta">
        This is a sandbox. The test top-up puts the amount that you enter into your wallet at once, without a
        card and without a fee; at most {formatNaira(terms.testTopUp.maximum)} at a time. It cannot be spent
        outside.
      </p>
      <Button kind="secondary" busy={topUp.isPending} busyLabel="Adding" onClick={start}>
        Add play money
      </Button>
    </section>
  );
}
