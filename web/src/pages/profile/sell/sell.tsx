/** For a reseller at a desk: the form stays, and the receipt of the last sale stands beside it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { readPhone } from '@jara/contract/phone.ts';
import { useCheckout } from '../../../features/checkout/checkout.tsx';
import { PurchaseLimits } from '../../../features/buying/purchase-limits.tsx';
import { TransactionRow } from '../../../features/money/transaction-row.tsx';
import type { Movement } from '../../../features/money/movement.ts';
import { toTransaction } from '../../../platform/paths.ts';
import { transactionQuery } from '../../../platform/queries.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SalesToday } from './sales-today.tsx';
import { blankSale, numberField, SellForm } from './sell-form.tsx';

const ReceiptView = lazy(async () => ({
  default: (await import('../../../features/receipt/receipt-view.tsx')).ReceiptView,
}));

export default function Sell() {
  const [, change] = useDraft('sale', blankSale);
  const [last, setLast] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isDesktop = useIsDesktop();
  const checkout = useCheckout((receipt) => {
    setLast(receipt._id);
    const field = numberField(form.current);
    // The next number may be typed by now.
    if (readPhone(field?.value ?? '') === receipt.recipient) change(blankSale);
    if (isDesktop) field?.focus();
    else window.scrollTo(0, 0);
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Sell" className="gap-x-12 lg:items-start" aside={<SalesToday />} />
      {checkout.notice}
      <PurchaseLimits />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_min(22rem,48%)] lg:items-start lg:gap-12">
        {!isDesktop && last !== null && <LastSaleRow id={last} />}
        <SellForm
          form={form}
          isSending={checkout.isSending}
          // On a phone the price may stand below the window: it is confirmed there.
          onSell={(purchase) => checkout.open(purchase, isDesktop)}
        />
        {isDesktop && <LastSale id={last} onBuyAgain={(movement) => checkout.open(movement)} />}
      </div>
      {checkout.sheet}
    </div>
  );
}

function LastSale({ id, onBuyAgain }: { id: string | null; onBuyAgain: (movement: Movement) => void }) {
  return (
    <section aria-label="Last sale" className="sticky top-20 min-w-0">
      {id === null ? (
        <Empty title="No sale yet">The slip of each sale stands here while you go on.</Empty>
      ) : (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <ReceiptView key={id} id={id} isNew onBuyAgain={onBuyAgain} />
        </Suspense>
      )}
    </section>
  );
}

function LastSaleRow({ id }: { id: string }) {
  const { data } = useQuery(transactionQuery(id));
  if (data === undefined) return null;
  return (
    <section aria-label="Last sale" role="status">
      <TransactionRow transaction={data.receipt} to={toTransaction(id)} />
    </section>
  );
}
