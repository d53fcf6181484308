import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import type { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { CheckedCard } from '../../../shared/forms/checked-card.tsx';
import { useCheckAhead } from '../../../shared/forms/check-ahead.ts';
import { useCheckout } from '../../../features/checkout/checkout.tsx';
import { useDraft } from '../../../shared/forms/draft.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { minusNaira } from '../../../shared/naira-sum.ts';
import { Naira } from '../../../shared/naira.tsx';
import { BesideReceipt, type CheckoutSummaryProps } from '../../../features/checkout/checkout-summary.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { NewReceiverNotice } from '../../../features/money/new-receiver.tsx';
import {
  VelocityLimitNotice,
  useVelocityLimits,
  type VelocityLimit,
} from '../../../features/money/velocity-limit.tsx';
import { isFirstAsked } from '../../../platform/first-answer.ts';
import { banksQuery, beneficiariesQuery, profileQuery } from '../../../platform/queries.ts';
import { send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccountForm } from './account-form.tsx';
import { AmountForm } from './amount-form.tsx';
import { Beneficiaries, SaveBeneficiary } from './beneficiaries.tsx';
import {
  checkAccount,
  readAccountNumber,
  type AccountDraft,
  type AccountErrors,
  type WithdrawalTerms,
} from './withdrawal-check.ts';

interface Draft extends AccountDraft {
  amount: string;
}

const blank: Draft = { bankCode: '', accountNumber: '', amount: '' };
const none: readonly Beneficiary[] = [];
const noTransactions: readonly Transaction[] = [];

/** Naira that went to the account the last time, of the newest transactions; what the bank refused does not count. */
function lastWithdrawal(transactions: readonly Transaction[], account: Beneficiary): number | undefined {
  return transactions.find(
    ({ trans_Type: type, trans_Status: status, recipient }) =>
      type === 'withdraw' && status !== 'failed' && recipient === account.accountNumber,
  )?.trans_amount;
}

export default function Withdraw() {
  const checkout = useCheckout();
  const banks = useQuery(banksQuery);
  // They stand above the form, and would push it down if they came later.
  const saved = useQuery(beneficiariesQuery);
  const limits = useVelocityLimits();
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Withdraw to bank">
        {banks.data === undefined
          ? 'To any bank account in Nigeria.'
          : `To any bank account in Nigeria, for a fee of ${formatNaira(banks.data.fee)}.`}
      </ScreenHead>
      {checkout.notice}
      <VelocityLimitNotice {...limits} />
      <div className="grid grid-cols-1 gap-6">
        {banks.data !== undefined && !isFirstAsked(saved) ? (
          <WithdrawTo banks={banks.data} limit={limits.limit} onWithdraw={checkout.open} />
        ) : banks.isError || banks.fetchStatus === 'paused' ? (
          <LoadFailure
            title="The list of banks could not be loaded"
            error={banks.error}
            onRetry={() => void banks.refetch()}
          />
        ) : (
          <div className="grid max-w-form gap-4" aria-busy="true">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </div>
        )}
      </div>
      {checkout.sheet}
    </div>
  );
}

function WithdrawTo({
  banks,
  limit,
  onWithdraw,
}: {
  banks: CallReply<'listBankCodes'>;
  limit: VelocityLimit | undefined;
  onWithdraw: Parameters<typeof AmountForm>[0]['onWithdraw'];
}) {
  const [draft, change] = useDraft('withdraw', blank);
  const [errors, setErrors] = useState<AccountErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const saved = useQuery(beneficiariesQuery).data?.beneficiaryList ?? none;
  const bank = banks.bankCodes.find(({ bankCode }) => bankCode === draft.bankCode);
  const accountNumber = readAccountNumber(draft.accountNumber);
  const known = saved.find(
    (account) => account.bankCode === draft.bankCode && account.accountNumber === accountNumber,
  );
  const [isOpen, setOpen] = useState(false);
  const check = useCheckAhead({
    name: 'bank account',
    wanted: bank && accountNumber && known === undefined ? `${bank.bankCode}|${accountNumber}` : undefined,
    ask: (signal) =>
      send(
        'validateBankAccount',
        { bankName: bank?.bankCode ?? '', accountNumber: accountNumber ?? '' },
        { signal },
      ),
    onRefused: (error) => toast.error(wordsOf(error)),
  });
  const accountName = known !== undefined && !isOpen ? known.accountName : check.found?.name;

  const update = (part: Partial<Draft>) => {
    const next = change(part);
    if (Object.keys(errors).length > 0) setErrors(checkAccount(next).errors);
  };
  const askNow = (event: SyntheticEvent) => {
    event.preventDefault();
    const { errors: wrong, words } = checkAccount(draft);
    setErrors(wrong);
    setOpen(false);
    if (words === undefined) return check.askNow();
    toast.error(words);
    return focusFirstError(form.current);
  };
  const transactions = useQuery(profileQuery).data?.transactions ?? noTransactions;
  const choose = (account: Beneficiary) => {
    const last = lastWithdrawal(transactions, account);
    change({
      bankCode: account.bankCode,
      accountNumber: account.accountNumber,
      ...(draft.amount === '' && last !== undefined && { amount: String(last) }),
    });
    setErrors({});
    setOpen(false);
  };

  const slip = receiptOf(draft, banks, { accountName, bankName: bank?.bankName });
  if (accountName !== undefined && bank !== undefined && accountNumber !== undefined) {
    return (
      <BesideReceipt slip={slip}>
        <div className="grid grid-cols-1 content-start gap-6">
          <CheckedCard
            label="The account"
            name={accountName}
            onChange={() => {
              check.release();
              setOpen(true);
            }}
          >
            {bank.bankName} · <span className="figures">{accountNumber}</span>
          </CheckedCard>
          <NewReceiverNotice limit={(known ?? check.found)?.newReceiver} />
          {known === undefined && <SaveBeneficiary bank={bank} accountNumber={accountNumber} />}
          <AmountForm
            account={{ ...bank, accountNumber, accountName }}
            terms={banks}
            limit={limit}
            text={draft.amount}
            onText={(amount) => change({ amount })}
            onWithdraw={onWithdraw}
          />
        </div>
      </BesideReceipt>
    );
  }
  return (
    <BesideReceipt slip={slip}>
      <div className="grid grid-cols-1 content-start gap-6">
        {saved.length > 0 && (
          <Beneficiaries
            accounts={saved}
            amountOf={(account) => lastWithdrawal(transactions, account)}
            onChoose={choose}
          />
        )}
        <form ref={form} onSubmit={askNow} noValidate>
          <AccountForm
            title={saved.length > 0 ? 'Another account' : 'Bank account'}
            banks={banks.bankCodes}
            bank={bank}
            draft={draft}
            errors={errors}
            refusal={check.error}
            isAsking={check.isAsking}
            onChange={(part) => {
              setOpen(false);
              update(part);
            }}
          />
        </form>
      </div>
    </BesideReceipt>
  );
}

/** The amount leaves the wallet; what arrives is less the fee. */
function receiptOf(
  draft: Draft,
  terms: WithdrawalTerms,
  { accountName, bankName }: { accountName: string | undefined; bankName: string | undefined },
): CheckoutSummaryProps {
  const amount = parseAmount(draft.amount, { kobo: true });
  const sum =
    accountName === undefined || amount === undefined || amount < terms.minimumAmount ? null : amount;
  return {
    sum,
    rows: [
      ['To', accountName],
      ['Bank', bankName],
      ['Account', readAccountNumber(draft.accountNumber)],
      ['Fee', <Naira key="fee" amount={terms.fee} />],
      ['The account gets', <Naira key="gets" amount={sum === null ? null : minusNaira(sum, terms.fee)} />],
    ],
  };
}
