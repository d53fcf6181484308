/** One transaction that waits: how long, for whom, at whom, what was said last, and what staff can do about it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import type { ReviewQueueEntry } from '@jara/contract/calls/review-queue.ts';
import { copyText } from '../../../shared/copy.ts';
import { Naira } from '../../../shared/naira.tsx';
import { recipientOf } from '../../../features/money/recipient.ts';
import { timeWords } from '../../../shared/when.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toReceiptOf, toUser } from '../addresses.ts';
import { QueueItem } from './queue-frame.tsx';

const link = 'text-brand underline underline-offset-4';

export function QueueEntry({
  transaction,
  isAdmin,
  onDecide,
}: {
  transaction: ReviewQueueEntry;
  isAdmin: boolean;
  onDecide: () => void;
}) {
  const isForStaff = transaction.why !== 'asked';
  const recipient = recipientOf(transaction);
  return (
    <QueueItem
      createdAt={transaction.createdAt}
      actions={<CheckStatus id={transaction._id} />}
      onDecide={isForStaff && isAdmin ? onDecide : undefined}
    >
      <p className="flex flex-wrap items-baseline justify-end gap-x-4">
        <Link
          className="min-w-[min(9rem,100%)] flex-1 font-semibold underline-offset-4 hover:underline"
          to={toReceiptOf(transaction, isAdmin)}
        >
          {transaction.description}
        </Link>
        <Naira amount={transaction.amount} className="display text-lead" />
      </p>
      {(transaction.why === 'disputed' || transaction.why === 'held' || transaction.needsToken) && (
        <p className="flex flex-wrap gap-2">
          {transaction.why === 'disputed' && <Pill tone="danger">taken back</Pill>}
          {transaction.why === 'held' && <Pill tone="amber">held, not sent</Pill>}
          {transaction.isOtherName && <Pill tone="amber">account in another name</Pill>}
          {transaction.needsToken && <Pill tone="amber">no token</Pill>}
        </p>
      )}
      <p className="text-meta text-ink-2">
        {recipient !== undefined && <span className="figures">{recipient} · </span>}
        <Link className={link} to={toUser(transaction.trans_UserName)}>
          {transaction.trans_UserName}
        </Link>
      </p>
      <Said transaction={transaction} />
    </QueueItem>
  );
}

function Said({ transaction }: { transaction: ReviewQueueEntry }) {
  const { why, supplier, supplierReference, supplierId, supplierMessage, checks, answeredAt, nextCheckAt } =
    transaction;
  return (
    <div className="grid gap-1 text-meta">
      <p className="[overflow-wrap:anywhere]">
        <b>{supplier}</b>
        {why === 'held'
          ? ' was not asked for it'
          : supplierMessage === null
            ? ' has said nothing'
            : `: ${supplierMessage}`}
      </p>
      <p className="text-label text-ink-2">
        asked {checks === 1 ? 'once' : `${checks.toLocaleString('en-NG')} times`}
        {answeredAt !== null && `, last ${timeWords(answeredAt)}`}
        {nextCheckAt !== null && `, next ${timeWords(nextCheckAt)}`}
        {supplierId !== null && ` · their id ${supplierId}`}
      </p>
      <button
        type="button"
        aria-label={`Copy the reference ${supplierReference}`}
        onClick={() => copyText(supplierReference)}
        className="-my-1.5 inline-flex min-h-10 items-center gap-2 justify-self-start rounded-control font-mono text-label text-ink-2 hover:text-ink"
      >
        {supplierReference}
        <Copy size={14} {...pen} />
      </button>
    </div>
  );
}

function CheckStatus({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => send('reQueryWithdrawal', { transactionId: id }),
    onSuccess: async ({ msg }) => {
      toast.success(msg);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
        refreshMoney(queryClient),
      ]);
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  return (
    <Button
      kind="secondary"
      compact
      className="flex-1 max-lg:min-h-12 sm:flex-none"
      busy={check.isPending}
      busyLabel="Asking"
      onClick={() => check.mutate()}
    >
      Check status
    </Button>
  );
}
