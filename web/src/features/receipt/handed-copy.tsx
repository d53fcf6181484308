/** Which copy of a receipt leaves the program by Share and Print (WhatsApp has the customer's always), and what the seller puts on a customer's. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { CustomerCopy } from '@jara/contract/calls/receipts/customer-copy.ts';
import { limits } from '@jara/contract/constants.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { keys } from '../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../platform/send.ts';
import { useOnline } from '../../shared/online.ts';
import { AmountField, parseAmount } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import type { SellerFacts } from './receipt-facts.ts';
import { isPurchase } from './receipt-words.ts';

export type HandedCopy = 'customer' | 'own';

export const customerCopyQuery = queryOptions({
  queryKey: ['customerCopy'],
  queryFn: ({ signal }) => send('getCustomerCopy', undefined, { signal }),
  staleTime: 5 * 60_000,
});

/** What stands on this receipt's copy; nothing of one's own on the receipts of others. */
export function useSellerFacts(receipt: Receipt | undefined, isOwn: boolean): SellerFacts {
  const { data } = useQuery({ ...customerCopyQuery, enabled: isOwn });
  if (data === undefined || !isOwn) return { shopName: null, price: undefined };
  const price = data.showsPrice ? priceOf(data, receipt?.description) : undefined;
  return { shopName: data.shopName, price };
}

export const priceOf = ({ prices }: CustomerCopy, description: string | undefined): number | undefined =>
  prices.find(({ product }) => product === description)?.price;

export function HandedCopyChoice({
  receipt,
  isOwn,
  copy,
  onChoose,
}: {
  receipt: Receipt;
  isOwn: boolean;
  copy: HandedCopy;
  onChoose: (copy: HandedCopy) => void;
}) {
  return (
    <section
      aria-label="Share and print"
      className="no-print mt-4 grid gap-3 border-t border-line px-5 pt-4 sm:px-6"
    >
      <Segmented
        label="Share and print"
        options={[
          { value: 'customer', label: isPurchase(receipt) ? 'Customer\u2019s copy' : 'Copy for others' },
          { value: 'own', label: 'My copy' },
        ]}
        value={copy}
        onChange={(value) => onChoose(value === 'own' ? 'own' : 'customer')}
      />
      <p className="text-meta text-ink-2">
        {copy === 'own'
          ? 'With all that stands above. Keep it for yourself.'
          : isPurchase(receipt)
            ? 'Without what you paid and without your wallet.'
            : 'Without fees and without your wallet.'}
      </p>
      {copy === 'customer' && isOwn && isPurchase(receipt) && <Seller product={receipt.description} />}
    </section>
  );
}

function Seller({ product }: { product: string }) {
  const { data } = useQuery(customerCopyQuery);
  const [isOpen, setOpen] = useState(false);
  const isOnline = useOnline();
  if (data === undefined) return null;
  if (isOpen) return <SellerForm copy={data} product={product} onDone={() => setOpen(false)} />;
  const price = data.showsPrice ? priceOf(data, product) : undefined;
  const words = [data.shopName, price !== undefined && formatNaira(price)].filter(Boolean).join(' \u00b7 ');
  return (
    <p className="-my-1 flex flex-wrap items-center justify-between gap-x-3 text-meta">
      {words !== '' && <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{words}</span>}
      {isOnline && (
        <Button kind="quiet" compact className="-mx-3 max-lg:min-h-12" onClick={() => setOpen(true)}>
          {words === '' ? 'Add your shop name and price' : 'Change'}
        </Button>
      )}
    </p>
  );
}

export function SellerForm({
  copy,
  product,
  onDone,
}: {
  copy: CustomerCopy;
  product: string;
  onDone: () => void;
}) {
  const known = priceOf(copy, product);
  const [shopName, setShopName] = useState(copy.shopName ?? '');
  const [priceText, setPriceText] = useState(known === undefined ? '' : String(known));
  // Whoever types the first price of all wants it on the paper.
  const [showsPrice, setShowsPrice] = useState(copy.showsPrice || copy.prices.length === 0);
  const [fixes, setFixes] = useState<{ shopName?: string | undefined; price?: string | undefined }>({});
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (price: number | null) =>
      send('updateCustomerCopy', { shopName, showsPrice, sellingPrice: { product, price } }),
    onSuccess: ({ customerCopy }) => {
      queryClient.setQueryData(customerCopyQuery.queryKey, customerCopy);
      void queryClient.invalidateQueries({ queryKey: keys.salesToday });
      onDone();
    },
    onError: (error) => {
      if (error instanceof Refusal)
        setFixes({ shopName: error.errorOf('shopName'), price: error.errorOf('sellingPrice') });
      toast.error(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isEmpty = priceText.trim() === '';
    const price = isEmpty ? null : parseAmount(priceText, { kobo: true });
    if (price === undefined || price === 0) return setFixes({ price: 'Enter a price in naira.' });
    if (!saving.isPending) saving.mutate(price);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <AmountField
        kobo
        label="Your price"
        hint={`What your customer pays for ${product}. Empty: none.`}
        value={priceText}
        error={fixes.price}
        onChange={(text) => {
          setPriceText(text);
          setFixes({});
        }}
      />
      <label className="flex min-h-12 items-center gap-3 text-meta font-semibold">
        <input
          type="checkbox"
          checked={showsPrice}
          onChange={(event) => setShowsPrice(event.target.checked)}
          className="size-5 accent-brand"
        />
        Put my prices on slips
      </label>
      <TextField
        label="Shop name"
        hint="Heads every slip that you hand out."
        maxLength={limits.shopNameMaximum}
        autoComplete="organization"
        value={shopName}
        error={fixes.shopName}
        onChange={(event) => {
          setShopName(event.target.value);
          setFixes({});
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" className="flex-1" busy={saving.isPending} busyLabel="Saving">
          Save
        </Button>
        <Button kind="secondary" className="flex-1" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
