/** For a reseller at a desk: the form stays, and the receipt of the last sale stands beside it. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { readPhone } from '@jara/contract/phone.ts';
import { useCheckout } from '../../../features/checkout/checkout.tsx';
import { PurchaseLimits } from '../../../features/buying/purchase-limits.tsx';
import { TransactionRow } from '../../../features/money/transaction-row.tsx';
import type { Movement } from '../../../features/money/movement.ts';
import { LazyReceiptView } from '../../../features/receipt/receipt-sheet.tsx';
import { toTransaction } from '../../../platform/paths.ts';
import { transactionQuery } from '../../../platform/queries.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LeftOutToday, SalesToday } from './sales-today.tsx';
import { blankSale, numberField, SellForm } from './sell-form.tsx';

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
    // The slip stands from the top of the screen: what is above the form, however much, does not push its actions out of the window.
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_min(22rem,48%)] lg:items-start lg:gap-12">
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <ScreenHead title="Sell" className="gap-x-12 lg:items-start" aside={<SalesToday />} />
        {checkout.notice}
        <PurchaseLimits />
        {!isDesktop && last !== null && <LastSaleRow id={last} />}
        <SellForm
          form={form}
          isSending={checkout.isSending}
          // On a phone the price may stand below the window: it is confirmed there.
          onSell={(purchase) => checkout.open(purchase, isDesktop)}
        />
        <LeftOutToday />
      </div>
      {isDesktop && <LastSale id={last} onBuyAgain={(movement) => checkout.open(movement)} />}
      {checkout.sheet}
    </div>
  );
}

/** As high as the window, like the panel of staff: the slip scrolls, and what one does with it stays in sight. */
function LastSale({ id, onBuyAgain }: { id: string | null; onBuyAgain: (movement: Movement) => void }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <section
      aria-label="Last sale"
      className="slip-column sticky top-[calc(var(--top-bar,0px)+1rem)] flex max-h-[calc(100dvh-var(--top-bar,0px)-5rem)] min-w-0 flex-col rounded-card border border-line"
    >
      {id === null ? (
        <Empty title="No sale yet">The slip of each sale stands here while you go on.</Empty>
      ) : (
        <>
          <div key={id} className="min-h-0 overflow-y-auto p-3">
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <LazyReceiptView id={id} isNew foot={foot} onBuyAgain={onBuyAgain} />
            </Suspense>
          </div>
          <div ref={setFoot} className="border-t border-line p-3" />
        </>
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
