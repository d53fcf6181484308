import { useMutation } from '@tanstack/react-query';
import { TicketPercent } from 'lucide-react';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useSearchParams } from 'react-router';
import { formatNaira } from '@jara/contract/money.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { brand } from '../../../platform/brand.ts';
import { clearDraft, useDraft } from '../../../shared/forms/draft.ts';
import { DraftLink } from '../../../shared/forms/draft-link.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { checkFunding } from './funding-check.ts';
import { splitFunding } from '../../../shared/naira-sum.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { PayLink } from '../../../features/money/pay-link.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { useUsualAmounts } from '../../../features/money/usual-amounts.ts';
import { to } from '../../../platform/paths.ts';
import { wordsOf } from '../../../platform/send.ts';
import { AmountChips, AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { BankTransfer, useHasAccount } from './bank-transfer.tsx';
import { TestTopUp } from './test-top-up.tsx';
import { terms } from '../../../platform/terms.ts';

/** What was typed in place of the amount that the address asks for. */
const blank = { asked: '', text: '' };

const defaultAmounts = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

export default function FundWallet() {
  const [search] = useSearchParams();
  const asked = search.get('amount') ?? '';
  const [draft, changeDraft] = useDraft('funding', blank);
  const [text, setText] = useState(draft.asked === asked ? draft.text : asked);
  const [fix, setFix] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const payment = usePayment();
  const amounts = useUsualAmounts('wallet', defaultAmounts);
  const hasAccount = useHasAccount();
  const bank = (
    <div className="md:first:row-span-2">
      <BankTransfer />
    </div>
  );

  const change = (next: string) => {
    setText(next);
    changeDraft({ asked, text: next });
    setFix(undefined);
    payment.reset();
  };
  /** The amount when it is right; else the field and a toast say what is wrong. */
  const check = (maximum: number): number | undefined => {
    const checked = checkFunding(text, maximum);
    if ('amount' in checked) return checked.amount;
    setFix(checked.fix);
    toast.error(checked.words);
    focusFirstError(form.current);
    return undefined;
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const amount = check(terms.funding.maximum);
    if (amount !== undefined && !payment.isPending) payment.mutate(amount);
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Fund wallet" aside={<DraftLink />}>
        By bank transfer, by card or with a coupon.
      </ScreenHead>
      {/* What stands first has the left column to itself. */}
      <div
        className={classNames(
          'grid grid-cols-1 gap-8 md:grid-rows-[auto_1fr] md:items-start md:gap-y-5 lg:gap-x-16',
          hasAccount
            ? 'md:grid-cols-[min(22rem,48%)_minmax(0,1fr)]'
            : 'md:grid-cols-[minmax(0,1fr)_min(22rem,48%)]',
        )}
      >
        {hasAccount && bank}
        <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5 md:first:row-span-2">
          <h2 className="display border-t border-ink pt-4 text-lead">Card</h2>
          <AmountField
            kobo
            label="Amount"
            hint={`${formatNaira(terms.funding.minimum)} to ${formatNaira(terms.funding.maximum)}`}
            enterKeyHint="go"
            value={text}
            error={fix}
            onChange={change}
          />
          <AmountChips
            amounts={amounts.filter(
              (usual) => usual >= terms.funding.minimum && usual <= terms.funding.maximum,
            )}
            chosen={parseAmount(text)}
            onChoose={(amount) => change(String(amount))}
            noteOf={(amount) => `+${formatNaira(splitFunding(amount).credited)}`}
          />
          <FeeNote text={text} />
          {payment.isError && <FailureNotice error={payment.error} />}
          {payment.data === undefined ? (
            <Button
              type="submit"
              wide
              busy={payment.isPending}
              busyLabel="Opening the payment"
              disabled={!isOnline}
            >
              {isOnline ? 'Pay by card' : noNetworkWords}
            </Button>
          ) : (
            <PayLink link={payment.data.link}>proceed to pay</PayLink>
          )}
        </form>
        {!hasAccount && bank}
        <div className="grid grid-cols-1 gap-5">
          <ButtonLink kind="secondary" wide to={to.fundByCoupon}>
            <TicketPercent size={20} {...pen} />
            Redeem a coupon
          </ButtonLink>
          {brand.mode === 'sandbox' && (
            <TestTopUp check={() => check(terms.testTopUp.maximum)} onDone={() => change('')} />
          )}
        </div>
      </div>
    </div>
  );
}

/** Opens a payment at the gateway. */
function usePayment() {
  return useMutation({
    mutationFn: (amount: number) => sendKeyed('initiateSquadFunding', { amount }),
    onSuccess: () => clearDraft('funding'),
    onError: (error) => toast.error(wordsOf(error)),
  });
}

/** What is kept and what arrives, before anything is paid. */
function FeeNote({ text }: { text: string }) {
  const amount = parseAmount(text, { kobo: true });
  const isPaid = amount !== undefined && amount >= terms.funding.minimum;
  const split = isPaid ? splitFunding(amount) : undefined;
  const percent = `${terms.funding.feePercent}% fee`;
  return (
    <p className="border-y border-line py-3 text-meta" aria-live="polite">
      {split === undefined ? (
        <span className="text-ink-2">{percent}, taken from what you pay</span>
      ) : (
        <>
          {percent} {formatNaira(split.fee)} — <b>you get {formatNaira(split.credited)}</b>
        </>
      )}
    </p>
  );
}
