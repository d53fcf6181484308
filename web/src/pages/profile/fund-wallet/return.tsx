/** Where the card gateway sends the buyer back to. The address is only a hint which payment to ask about: the receipt says what is true. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { DraftLink } from '../../../shared/forms/draft-link.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { PayLink } from '../../../features/money/pay-link.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { ReceiptLoading } from '../../../features/receipt/receipt-loading.tsx';
import { ReceiptDetails } from '../../../features/receipt/receipt-details.tsx';
import { to } from '../../../platform/paths.ts';
import { refreshMoney, transactionQuery } from '../../../platform/queries.ts';
import { Refusal } from '../../../platform/send.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';

const titles: Record<string, string> = {
  success: 'Payment received',
  failed: 'Payment not made',
  refunded: 'Payment returned',
};
const checking = 'Checking payment\u2026';

export default function FundingReturn() {
  const [search] = useSearchParams();
  const reference = search.get('reference') ?? '';
  return reference === '' ? <NoPayment /> : <PaymentCheck key={reference} reference={reference} />;
}

const quickForMs = 60_000;
const quickMs = 2_000;
const slowMs = 5_000;

function PaymentCheck({ reference }: { reference: string }) {
  const [openedAt] = useState(() => Date.now());
  const queryClient = useQueryClient();
  const payment = useQuery({
    ...transactionQuery(reference),
    retry: (failures, error) => !(error instanceof Refusal) && failures < 5,
    refetchInterval: ({ state }) => {
      if (state.data?.receipt.trans_Status !== 'pending') return false;
      return Date.now() - openedAt < quickForMs ? quickMs : slowMs;
    },
  });
  const receipt = payment.data?.receipt;
  const status = receipt?.trans_Status;
  useEffect(() => {
    if (status !== undefined && status !== 'pending') void refreshMoney(queryClient);
  }, [status, queryClient]);

  if (receipt === undefined && payment.error instanceof Refusal && payment.error.code === 'not_found') {
    return <NoPayment />;
  }
  return (
    <div className="mx-auto grid w-full max-w-narrow grid-cols-1 gap-5">
      <ScreenHead title={titles[status ?? ''] ?? checking}>
        {status === 'pending' &&
          'You can leave this page: the wallet is credited by itself once the payment is confirmed.'}
      </ScreenHead>
      {receipt !== undefined ? (
        <PaymentReceipt receipt={receipt} />
      ) : payment.isError || payment.fetchStatus === 'paused' ? (
        <LoadFailure
          title="The payment could not be checked"
          error={payment.error}
          onRetry={() => void payment.refetch()}
        />
      ) : (
        <ReceiptLoading />
      )}
    </div>
  );
}

function PaymentReceipt({ receipt }: { receipt: Receipt }) {
  const { trans_Status: status, paymentLink } = receipt;
  return (
    <>
      <ReceiptDetails receipt={receipt} prints={status === 'success'} />
      <div className="grid gap-3">
        {status === 'pending' && paymentLink !== null && (
          <PayLink link={paymentLink}>Continue payment</PayLink>
        )}
        {status === 'success' && <DraftLink kind="primary" />}
        {status === 'failed' && <ButtonLink to={to.fundWallet}>Try again</ButtonLink>}
        <ButtonLink to={to.dashboard} kind="secondary">
          Back home
        </ButtonLink>
      </div>
    </>
  );
}

function NoPayment() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <ScreenHead title="No payment to check" />
      <Empty
        title="This address names no payment of yours"
        action={<ButtonLink to={to.transactions}>See your transactions</ButtonLink>}
      >
        Every payment that you open stands in your transactions.
      </Empty>
    </div>
  );
}
