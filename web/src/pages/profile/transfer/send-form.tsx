/** How much goes to somebody who is known by now. */
import { useRef, useState, type SyntheticEvent } from 'react';
import { limits } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { AddMoneyLink, shortfall } from '../../../features/money/add-money.tsx';
import { ButtonBar } from '../../../features/checkout/buy-bar.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import type { Transfer } from '../../../features/money/movement.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { overLimit, type VelocityLimit } from '../../../features/money/velocity-limit.tsx';
import { ShortOf } from '../../../features/money/short-of.tsx';
import { useUsualAmounts } from '../../../features/money/usual-amounts.ts';
import { useSession } from '../../../platform/session.ts';
import { AmountChips, AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { checkTransfer } from './transfer-check.ts';
import { terms } from '../../../platform/terms.ts';

export interface SendDraft {
  amount: string;
  note: string;
  reason: string;
}

const defaultAmounts = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
const longestNote = 80;

export function SendForm({
  receiver,
  draft,
  isIssued,
  limit,
  onDraft,
  onSend,
}: {
  receiver: { name: string; userName: string };
  draft: SendDraft;
  /** By an admin: no wallet pays. */
  isIssued: boolean;
  /** What may leave from this device, if that is limited. */
  limit: VelocityLimit | undefined;
  onDraft: (change: Partial<SendDraft>) => void;
  onSend: (transfer: Transfer) => void;
}) {
  const [fix, setFix] = useState<{ fix: string; words: string }>();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const { signedIn } = useSession();
  const amount = parseAmount(draft.amount, { kobo: true });
  const amounts = useUsualAmounts('transfer', defaultAmounts);
  const least = `At least ${formatNaira(terms.transfer.minimum)}`;
  const missing = isIssued || amount === undefined ? 0 : shortfall(signedIn, amount);
  const problem = fix?.fix ?? overLimit(amount, limit)?.fix;
  const isShort = fix?.words === messages.insufficientBalance;

  const type = (text: string) => {
    onDraft({ amount: text });
    setFix(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const pays = !isIssued && signedIn !== null && signedIn.balanceAt !== null;
    const checked = checkTransfer(draft.amount, pays ? signedIn.user.balance : null, limit);
    if (!('amount' in checked)) {
      setFix(checked);
      toast.error(checked.words);
      return focusFirstError(form.current);
    }
    const [note, reason] = [draft.note.trim(), draft.reason.trim()];
    if (isIssued && reason === '') {
      setReasonMissing(true);
      return focusFirstError(form.current);
    }
    return onSend({
      kind: 'transfer',
      ...receiver,
      amount: checked.amount,
      leaves: isIssued ? 0 : checked.amount,
      ...(note !== '' && { note }),
      ...(isIssued && { reason }),
    });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <div className="grid gap-3">
        <AmountField
          kobo
          label="Amount"
          hint={
            isIssued || signedIn === null || signedIn.balanceAt === null
              ? least
              : `${least}. Your wallet holds ${formatNaira(signedIn.user.balance)}.`
          }
          enterKeyHint="go"
          value={draft.amount}
          error={problem}
          onChange={type}
        />
        <AmountChips amounts={amounts} chosen={amount} onChoose={(usual) => type(String(usual))} />
        <ShortOf missing={problem === undefined ? missing : 0} aim="send" />
      </div>
      <TextField
        label="Note"
        hint="Both of you see it. You may leave it empty."
        autoComplete="off"
        maxLength={longestNote}
        value={draft.note}
        onChange={(event) => onDraft({ note: event.target.value })}
      />
      {isIssued && (
        <TextField
          label="Reason"
          hint="For the record of staff actions."
          autoComplete="off"
          maxLength={limits.reasonMaximum}
          value={draft.reason}
          error={isReasonMissing ? 'Say why: it goes into the staff record.' : undefined}
          onChange={(event) => {
            onDraft({ reason: event.target.value });
            setReasonMissing(false);
          }}
        />
      )}
      <ButtonBar>
        {isShort && missing > 0 ? (
          <AddMoneyLink missing={missing} />
        ) : (
          <Button type="submit" wide disabled={!isOnline}>
            {isOnline ? 'Transfer' : noNetworkWords}
          </Button>
        )}
      </ButtonBar>
    </form>
  );
}
