/** How much goes to an account that is known by now, and what of it arrives. */
import { useRef, useState, type SyntheticEvent } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { AddMoneyLink, shortfall } from '../../../features/money/add-money.tsx';
import { ButtonBar } from '../../../features/checkout/buy-bar.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import type { Withdrawal } from '../../../features/money/movement.ts';
import { minusNaira } from '../../../shared/naira-sum.ts';
import { overLimit, type VelocityLimit } from '../../../features/money/velocity-limit.tsx';
import { ShortOf } from '../../../features/money/short-of.tsx';
import { useUsualAmounts } from '../../../features/money/usual-amounts.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { useSession } from '../../../platform/session.ts';
import { AmountChips, AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { checkWithdrawal, type WithdrawalTerms } from './withdrawal-check.ts';

const defaultAmounts = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000];

type Account = Pick<Withdrawal, 'bankName' | 'bankCode' | 'accountNumber' | 'accountName'>;

export function AmountForm({
  account,
  terms,
  limit,
  text,
  onText,
  onWithdraw,
}: {
  account: Account;
  terms: WithdrawalTerms;
  /** What may leave from this device, if that is limited. */
  limit: VelocityLimit | undefined;
  text: string;
  onText: (text: string) => void;
  onWithdraw: (withdrawal: Withdrawal) => void;
}) {
  const [fix, setFix] = useState<{ fix: string; words: string }>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const { signedIn } = useSession();
  const balance = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  const amount = parseAmount(text, { kobo: true });
  // The fee comes out of the amount.
  const missing = amount === undefined ? 0 : shortfall(signedIn, amount);
  const problem = fix?.fix ?? overLimit(amount, limit)?.fix;
  const { fee, minimumAmount, maximumAmount } = terms;
  const amounts = useUsualAmounts('withdraw', defaultAmounts).filter(
    (usual) => usual >= minimumAmount && usual <= maximumAmount && usual > fee,
  );
  const range = `${formatNaira(minimumAmount)} to ${formatNaira(maximumAmount)}`;

  const type = (next: string) => {
    onText(next);
    setFix(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const checked = checkWithdrawal(text, terms, balance, limit);
    if (!('amount' in checked)) {
      setFix(checked);
      toast.error(checked.words);
      return focusFirstError(form.current);
    }
    const leaves = checked.amount;
    return onWithdraw({ kind: 'withdraw', ...account, leaves, received: minusNaira(leaves, fee) });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <div className="grid gap-3">
        <AmountField
          kobo
          label="Amount"
          hint={balance === null ? range : `${range}. Your wallet holds ${formatNaira(balance)}.`}
          enterKeyHint="go"
          value={text}
          error={problem}
          onChange={type}
        />
        <AmountChips
          amounts={amounts}
          chosen={amount}
          onChoose={(usual) => type(String(usual))}
          noteOf={(usual) => `gets ${formatNaira(minusNaira(usual, fee))}`}
        />
        <ShortOf missing={problem === undefined ? missing : 0} aim="withdraw" />
      </div>
      <p className="border-y border-line py-3 text-meta" aria-live="polite">
        {amount === undefined || amount < minimumAmount ? (
          <span className="text-ink-2">{formatNaira(fee)} fee comes out of the amount</span>
        ) : (
          <>
            {formatNaira(fee)} fee — <b>the account gets {formatNaira(minusNaira(amount, fee))}</b>
          </>
        )}
      </p>
      <ButtonBar>
        {fix?.words === messages.insufficientBalance && missing > 0 ? (
          <AddMoneyLink missing={missing} />
        ) : (
          <Button type="submit" wide disabled={!isOnline}>
            {isOnline ? 'Withdraw' : noNetworkWords}
          </Button>
        )}
      </ButtonBar>
    </form>
  );
}
