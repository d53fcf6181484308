/** Where a receipt will lie, while it is asked for. */
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReceiptPaper } from '../../shared/receipt-card.tsx';

export function ReceiptLoading() {
  return (
    <ReceiptPaper>
      <div className="grid gap-3" aria-busy="true">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-40 w-full" />
      </div>
    </ReceiptPaper>
  );
}
