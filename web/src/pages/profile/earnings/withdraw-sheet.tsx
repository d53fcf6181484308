/** Moving earnings to the wallet: how much, what is left of it, what the wallet holds then. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { minusNaira } from '../../../shared/naira-sum.ts';
import { Naira } from '../../../shared/naira.tsx';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import { to } from '../../../platform/paths.ts';
import { noteReceipt } from '../../../platform/queries.ts';
import { wordsOf } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { terms } from '../../../platform/terms.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';

export function WithdrawSheet({
  open,
  earnings,
  onClose,
}: {
  open: boolean;
  /** Naira that may be moved. */
  earnings: number;
  onClose: () => void;
}) {
  const [text, setText] = useState<string>();
  const [fix, setFix] = useState<string>();
  const [wasRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const isOnline = useOnline();
  const withdrawal = useWithdrawal();
  const typed = text ?? String(earnings);
  const checked = checkAmount(typed, earnings);

  const change = (next: string) => {
    setText(next);
    if (wasRefused) setFix(checkAmount(next, earnings).fix);
    withdrawal.reset();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (withdrawal.isPending) return;
    setFix(checked.fix);
    setRefused(checked.fix !== undefined);
    if (checked.fix === undefined) return withdrawal.mutate(checked.amount);
    toast.error(checked.words);
    focusFirstError(form.current);
  };

  return (
    <Sheet
      title="Withdraw to wallet"
      open={open}
      locked={withdrawal.isPending}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form={formId}
          wide
          busy={withdrawal.isPending}
          busyLabel="Moving"
          disabled={!isOnline}
        >
          {!isOnline
            ? noNetworkWords
            : checked.fix === undefined
              ? `Move ${formatNaira(checked.amount)}`
              : 'Move to wallet'}
        </Button>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="grid gap-4">
        <AmountField
          kobo
          label="Amount"
          hint={`You may move up to ${formatNaira(earnings)}`}
          enterKeyHint="go"
          value={typed}
          error={fix}
          onChange={change}
        />
        {withdrawal.isError && <FailureNotice error={withdrawal.error} />}
        <After amount={checked.fix === undefined ? checked.amount : 0} earnings={earnings} />
      </form>
    </Sheet>
  );
}

/** Before it is done: what both hold then. */
function After({ amount, earnings }: { amount: number; earnings: number }) {
  const { signedIn } = useSession();
  const wallet = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  return (
    <ReceiptPaper>
      <dl>
        <ReceiptRow label="Fee">
          <Naira amount={0} />
        </ReceiptRow>
        <ReceiptRow label="Earnings after">
          <Naira amount={minusNaira(earnings, amount)} />
        </ReceiptRow>
        <ReceiptRow label="Wallet after" strong>
          <Naira amount={wallet === null ? null : minusNaira(wallet, -amount)} />
        </ReceiptRow>
      </dl>
    </ReceiptPaper>
  );
}

/** What is sent; or what stands at the field, and what is said. */
type Checked = { fix: undefined; amount: number } | { fix: string; words: string };

function checkAmount(text: string, earnings: number): Checked {
  const amount = parseAmount(text, { kobo: true });
  if (amount === undefined || amount === 0) {
    return { fix: 'Enter a sum such as 500 or 1,250.50.', words: messages.enterValidAmount };
  }
  const least = formatNaira(terms.earnings.minimum);
  if (amount < terms.earnings.minimum) {
    return { fix: `Move at least ${least}.`, words: `minimum withdrawal is ${least}` };
  }
  if (amount > earnings) {
    return { fix: `You have ${formatNaira(earnings)} to move.`, words: messages.insufficientBalance };
  }
  return { fix: undefined, amount };
}

function useWithdrawal() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (amount: number) => sendKeyed('withdrawEarning', { amount }),
    onSuccess: ({ msg, receipt }) => {
      toast.success(msg);
      void noteReceipt(queryClient, { receipt });
      void navigate(to.dashboard, { state: { slip: receipt._id, isNew: true } });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
}
