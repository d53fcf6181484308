/** What staff see and do below a receipt: whose it is, what was earned, what the supplier said; asking again, refunding, what came back of that, and debiting what came in. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { Naira } from '../../../shared/naira.tsx';
import { ReceiptRow } from '../../../shared/receipt-card.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { isHeld } from '../../../platform/held.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toUser } from '../addresses.ts';
import { cameInBy, DebitForm } from '../debit-form.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { lostBy, whyNotRefundable } from './refundable.ts';

/** What was begun in a sheet of its own. */
type Sheets = 'refund' | 'recover' | 'debit';

export function StaffActions({ receipt, foot }: { receipt: Receipt; foot: HTMLElement | null }) {
  const { signedIn } = useSession();
  const isAdmin = signedIn?.isAdmin === true;
  const [open, setOpen] = useState<Sheets>();
  const close = () => setOpen(undefined);
  const lost = lostBy(receipt);
  const why = whyNotRefundable(receipt);
  const isOwn = signedIn?.user.userName === receipt.trans_UserName;
  const mayDebit = isAdmin && !isOwn && cameInBy(receipt) > 0;
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
        {Object.entries({
          Supplier: receipt.supplierName,
          'Supplier said': receipt.apiResponse,
          "Supplier's id": receipt.apiResponseId,
        }).map(([label, value]) =>
          value ? (
            <ReceiptRow key={label} label={label}>
              {value}
            </ReceiptRow>
          ) : null,
        )}
      </dl>
      <AtFoot foot={foot}>
        {(receipt.trans_Status === 'pending' || lost > 0) && <CheckStatus receipt={receipt} />}
        {why !== 'no purchase' && lost === 0 && (
          <Button
            kind="secondary"
            className="flex-1"
            disabled={why !== undefined}
            onClick={() => setOpen('refund')}
          >
            Refund
          </Button>
        )}
        {lost > 0 && isAdmin && (
          <Button kind="secondary" className="flex-1" onClick={() => setOpen('recover')}>
            Book the cost as back
          </Button>
        )}
        {mayDebit && (
          <Button kind="secondary" className="flex-1" onClick={() => setOpen('debit')}>
            Debit
          </Button>
        )}
      </AtFoot>
      {lost > 0 ? (
        <p className="text-meta text-ink-2">
          Staff refunded it. Its cost of <Naira amount={lost} /> is our loss until the supplier gives it back.
        </p>
      ) : (
        why !== undefined && why !== 'no purchase' && <p className="text-meta text-ink-2">{why}</p>
      )}
      <Sheet title="Refund" open={open === 'refund'} onClose={close}>
        <RefundForm receipt={receipt} onDone={close} />
      </Sheet>
      <Sheet title="The cost came back" open={open === 'recover'} onClose={close}>
        <RecoverForm receipt={receipt} lost={lost} onDone={close} />
      </Sheet>
      <Sheet title="Debit the wallet" open={open === 'debit'} onClose={close}>
        <DebitForm sources={[receipt]} onDone={close} />
      </Sheet>
    </section>
  );
}

/** In sight however long the receipt is. */
function AtFoot({ foot, children }: { foot: HTMLElement | null; children: ReactNode }) {
  const actions = (
    <div role="group" aria-label="Staff actions" className="no-print flex flex-wrap gap-2 empty:hidden">
      {children}
    </div>
  );
  return foot === null ? actions : createPortal(actions, foot);
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

interface FormProps {
  receipt: Receipt;
  onDone: () => void;
}

function RefundForm({ receipt, onDone }: FormProps) {
  const adopt = useAdopt();
  const queryClient = useQueryClient();
  const refund = useMutation({
    mutationFn: (reason: string) => sendKeyed('refund', { id: receipt._id, reason }),
    onSuccess: async (reply) => {
      onDone();
      if (!isHeld(reply)) return adopt(reply);
      toast.success(reply.msg);
      return queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
    },
  });
  const sum = receipt.charge ?? receipt.trans_amount;
  return (
    <ReasonForm
      hasFocus
      doing={refund}
      onReason={(reason) => refund.mutate(reason)}
      action={
        <>
          Refund <Naira amount={sum} />
        </>
      }
    >
      <Naira amount={sum} className="font-semibold" /> goes back into the wallet of{' '}
      <b>{receipt.trans_UserName}</b> for {receipt.description}. What was delivered stays with the buyer. We
      lose our margin, and its cost as well until the supplier gives it back.
    </ReasonForm>
  );
}

function RecoverForm({ receipt, lost, onDone }: FormProps & { lost: number }) {
  const adopt = useAdopt();
  const recover = useMutation({
    mutationFn: (reason: string) => sendKeyed('recoverRefund', { id: receipt._id, reason }),
    onSuccess: async (reply) => {
      onDone();
      await adopt(reply);
    },
  });
  return (
    <ReasonForm
      hasFocus
      doing={recover}
      onReason={(reason) => recover.mutate(reason)}
      action={
        <>
          Book <Naira amount={lost} /> as back
        </>
      }
    >
      The supplier gave back the <Naira amount={lost} className="font-semibold" /> that {receipt.description}{' '}
      cost us. Look at its statement first: this is booked once, and nothing of the buyer moves.
    </ReasonForm>
  );
}
