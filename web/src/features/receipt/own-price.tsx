/** What one's customer pays for what is chosen, and where it is set before the first sale of it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatNaira } from '@jara/contract/money.ts';
import { customerCopyQuery, priceOf, SellerForm } from './handed-copy.tsx';
import { Naira } from '../../shared/naira.tsx';
import { ReceiptRow } from '../../shared/receipt-card.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export function OwnPrice({ product }: { product: string | undefined }) {
  const { data } = useQuery(customerCopyQuery);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const price = data && product !== undefined ? priceOf(data, product) : undefined;
  return (
    <ReceiptRow label="Customer pays">
      {data === undefined || product === undefined ? (
        '\u2014'
      ) : (
        <button
          type="button"
          aria-label={price === undefined ? undefined : `Change your price, ${formatNaira(price)}`}
          className="-my-3 min-h-12 font-semibold text-brand underline-offset-4 hover:underline"
          onClick={() => setOpen(true)}
        >
          {price === undefined ? 'Set your price' : <Naira amount={price} />}
        </button>
      )}
      {/* Out of the form that sells, which takes digits and Enter for itself. */}
      {createPortal(
        // What is submitted in here is no sale: React lets it rise to the form that it was written in.
        <div onSubmit={(event) => event.stopPropagation()}>
          <Sheet title="Your price" open={isOpen} onClose={close}>
            {data && product !== undefined && <SellerForm copy={data} product={product} onDone={close} />}
          </Sheet>
        </div>,
        document.body,
      )}
    </ReceiptRow>
  );
}
