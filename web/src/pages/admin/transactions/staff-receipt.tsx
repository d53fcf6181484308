/** One receipt with what staff do about it, beside their list. */
import { Suspense, useState } from 'react';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import type { Movement } from '../../../features/money/movement.ts';
import { transactionWords } from '../../../features/money/transaction-row.tsx';
import { LazyReceiptView } from '../../../features/receipt/receipt-sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SidePanel } from '../side-panel.tsx';
import { StaffActions } from './staff-actions.tsx';

export default function StaffReceipt({
  id,
  among,
  onOpen,
  onClose,
  onBuyAgain,
}: {
  /** `_id`, or the reference of one that the list does not have; null while no receipt is open. */
  id: string | null;
  /** The rows of the list. */
  among: readonly Transaction[];
  onOpen: (id: string) => void;
  onClose: () => void;
  onBuyAgain: (purchase: Movement) => void;
}) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const shown = among.find(({ _id }) => _id === id);
  return (
    <SidePanel
      title={
        <>
          {/* The slip says it below, to whoever sees it. */}
          Slip {shown && <span className="sr-only">of {transactionWords(shown)}</span>}
        </>
      }
      isTall
      of={id}
      among={among.map(({ _id }) => _id)}
      onOpen={onOpen}
      onClose={onClose}
      footer={<div ref={setFoot} className="grid gap-2" />}
    >
      {id !== null && (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <LazyReceiptView
            id={id}
            isNew={false}
            foot={foot}
            More={StaffActions}
            onBuyAgain={(purchase) => {
              onClose();
              onBuyAgain(purchase);
            }}
          />
        </Suspense>
      )}
    </SidePanel>
  );
}
