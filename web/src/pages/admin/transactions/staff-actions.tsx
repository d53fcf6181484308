/** What staff see and do below a receipt: whose it is, what was earned, what the supplier said; asking again, and giving back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { Naira } from '../../../shared/naira.tsx';
import { ReceiptRow } from '../../../shared/receipt-card.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toUser } from '../addresses.ts';
import { ReasonForm } from '../reason-form.tsx';
import { whyNotRefundable } from './refundable.ts';

export default function StaffActions({ receipt }: { receipt: Receipt }) {
  const [isRefunding, setRefunding] = useState(false);
  const why = whyNotRefundable(receipt);
  return (
    <section aria-label="For staff" className="no-print mt-5 grid gap-3 border-t border-ink pt-3">
      <h3 className="text-meta font-semibold">For staff</h3>
      <dl>
        <ReceiptRow label="User">
          <Link className="text-brand underline underline-offset-4" to={toUser(receipt.trans_UserName)}>
            {receipt.trans_UserName}
          </Link>
        </ReceiptRow>
        <ReceiptRow label="Profit">
          <Naira amount={receipt.profit ?? null} />
        </ReceiptRow>
        {receipt.apiResponse !== null && <ReceiptRow label="Supplier said">{receipt.apiResponse}</ReceiptRow>}
        {receipt.apiResponseId !== null && (
          <ReceiptRow label="Supplier's id">{receipt.apiResponseId}</ReceiptRow>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        {receipt.trans_Status === 'pending' && <CheckStatus receipt={receipt} />}
        {why !== 'no purchase' && (
          <Button
            kind="secondary"
            className="flex-1"
            disabled={why !== undefined}
            onClick={() => setRefunding(true)}
          >
            Refund
          </Button>
        )}
      </div>
      {why !== undefined && why !== 'no purchase' && <p className="text-meta text-ink-2">{why}</p>}
      <Sheet title="Refund" open={isRefunding} onClose={() => setRefunding(false)}>
        <RefundForm receipt={receipt} onDone={() => setRefunding(false)} />
      </Sheet>
    </section>
  );
}

/** Takes over what became of the transaction, and asks for the lists again. */
function useAdopt() {
  const queryClient = useQueryClient();
  return async ({ msg, receipt }: { msg: string; receipt: Receipt }) => {
    toast.success(msg);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: keys.transaction(receipt._id) }),
      queryClient.invalidateQueries({ queryKey: keys.transaction(receipt.reference) }),
      refreshMoney(queryClient),
    ]);
  };
}

function CheckStatus({ receipt }: { receipt: Receipt }) {
  const check = useMutation({
    mutationFn: () => send('reQueryWithdrawal', { transactionId: receipt._id }),
    onSuccess: useAdopt(),
    onError: (error) => toast.error(wordsOf(error)),
  });
  return (
    <Button className="flex-1" busy={check.isPending} busyLabel="Asking" onClick={() => check.mutate()}>
      Check status
    </Button>
  );
}

const longestReason = 200;

function RefundForm({ receipt, onDone }: { receipt: Receipt; onDone: () => void }) {
  const adopt = useAdopt();
  const refund = useMutation({
    mutationFn: (reason: string) => send('refund', { id: receipt._id, reason }),
    onSuccess: async (reply) => {
      onDone();
      await adopt(reply);
    },
  });
  const sum = receipt.charge ?? receipt.trans_amount;
  return (
    <ReasonForm
      longest={longestReason}
      doing={refund}
      onReason={(reason) => refund.mutate(reason)}
      action={
        <>
          Refund <Naira amount={sum} />
        </>
      }
    >
      <Naira amount={sum} className="font-semibold" /> goes back into the wallet of{' '}
      <b>{receipt.trans_UserName}</b> for {receipt.description}. What was delivered stays with the buyer. Our
      margin is taken back, and the cost stands against the supplier until it agrees.
    </ReasonForm>
  );
}
