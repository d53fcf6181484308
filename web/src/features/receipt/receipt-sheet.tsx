/** One receipt over the page, found by its id: it follows its purchase to the end without a reload. */
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Movement } from '../money/movement.ts';
import { whenIdle } from '../../ui/when-idle.ts';

const load = () => import('./receipt-view.tsx').then((module) => ({ default: module.ReceiptView }));
export const LazyReceiptView = lazy(load);
const ReceiptDetails = lazy<ComponentType<{ receipt: Receipt; otherwise: string }>>(() =>
  import('./receipt-details.tsx').then(
    (module) => ({ default: module.ReceiptDetails }),
    () => ({ default: ({ otherwise }) => <p>{otherwise}</p> }),
  ),
);

/** A network that goes away after a purchase must not take its receipt along. */
export function fetchReceiptView(): void {
  load().catch(() => undefined);
}

/** Fetches it once the screen stands and the browser has nothing better to do: no purchase has to wait for it, or pay for it. */
export function useReceiptViewAhead(): void {
  useEffect(() => whenIdle(fetchReceiptView), []);
}

export function ReceiptSheet({
  id,
  isNew = false,
  onClose,
  onBuyAgain,
}: {
  /** `_id` or reference; null while no receipt is open. */
  id: string | null;
  /** Fresh from the purchase: it is printed before one's eyes. */
  isNew?: boolean;
  onClose: () => void;
  onBuyAgain: (purchase: Movement) => void;
}) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <Sheet title="Slip" isTall open={id !== null} onClose={onClose} footer={<div ref={setFoot} />}>
      {id !== null && (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <LazyReceiptView
            id={id}
            isNew={isNew}
            foot={foot}
            onBuyAgain={(purchase) => {
              onClose();
              onBuyAgain(purchase);
            }}
          />
        </Suspense>
      )}
    </Sheet>
  );
}

/** A receipt in the confirm step, by the code that is fetched ahead. `otherwise` is said when that cannot be had. */
export function LazyReceiptDetails({ receipt, otherwise }: { receipt: Receipt; otherwise: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      <ReceiptDetails receipt={receipt} otherwise={otherwise} />
    </Suspense>
  );
}
