/** One slip over the page, found by its id: it follows its purchase to the end without a reload. */
import { lazy, Suspense } from 'react';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Movement } from './movement.ts';

/** Fetched when first needed, the end of the first purchase at the latest: a first visit does not pay for it. */
const load = () => import('./slip-view.tsx').then((module) => ({ default: module.SlipView }));
const SlipView = lazy(load);

/** A network that goes away after a purchase must not take its slip along. */
export function fetchSlipView(): void {
  load().catch(() => undefined);
}

export function SlipSheet({
  id,
  isNew = false,
  onClose,
  onBuyAgain,
}: {
  /** `_id` or reference; null while no slip is open. */
  id: string | null;
  /** Fresh from the purchase: it is printed before one's eyes. */
  isNew?: boolean;
  onClose: () => void;
  onBuyAgain: (purchase: Movement) => void;
}) {
  return (
    <Sheet title="Slip" open={id !== null} onClose={onClose}>
      {id !== null && (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <SlipView
            id={id}
            isNew={isNew}
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
