import { useState, type SyntheticEvent } from 'react';
import { products } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChangeOfUser } from './change-of-user.ts';

interface SheetProps {
  user: StaffUser;
  /** The product whose price is changed; without one it is chosen here. */
  product: string | undefined;
  open: boolean;
  onClose: () => void;
}

export function SpecialPriceSheet({ user, product, open, onClose }: SheetProps) {
  return (
    <Sheet title="Special pricing" open={open} onClose={onClose}>
      <SpecialPriceForm user={user} product={product} onDone={onClose} />
    </Sheet>
  );
}

const options = [
  { value: '', label: 'Choose a product' },
  ...products.map((name) => ({ value: name, label: name })),
];

/** A plain decimal with at most two places and more than nothing; undefined for anything else. */
function readPrice(text: string): number | undefined {
  const plain = text.replace(/[\s,]/g, '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined;
}

function needsConfirmation(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'price_needs_confirmation';
}

function SpecialPriceForm({
  user,
  product,
  onDone,
}: {
  user: StaffUser;
  product: string | undefined;
  onDone: () => void;
}) {
  const [productName, setProduct] = useState(product ?? '');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<{ product?: string; price?: string; reason?: string }>({});
  const present = user.specialPrices.find((special) => special.productName === productName)?.price;
  const set = useChangeOfUser(
    (price: { price: number | null; confirm?: true }) =>
      send('setSpecialPrice', { userId: user._id, productName, reason: reason.trim(), ...price }),
    { onDone, failure: (error) => (needsConfirmation(error) ? undefined : wordsOf(error)) },
  );
  const price = readPrice(amount);
  const mustConfirm = needsConfirmation(set.error) && set.variables?.price === price;
  const noReason = reason.trim() === '' ? { reason: 'Say why: it goes into the staff record.' } : undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = {
      ...(productName === '' && { product: 'Choose what the price is for.' }),
      ...(price === undefined && { price: 'Naira per GB, for example 265.50.' }),
      ...noReason,
    };
    setFix(wrong);
    if (productName === '') return toast.error(messages.allFieldsRequired);
    if (price === undefined) return toast.error(messages.enterValidPrice);
    if (noReason === undefined && !set.isPending)
      set.mutate({ price, ...(mustConfirm && { confirm: true as const }) });
  };
  const takeAway = () => {
    setFix(noReason ?? {});
    if (noReason === undefined) set.mutate({ price: null });
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <p className="text-meta text-ink-2">
        A price per GB for <b className="text-ink">{user.userName}</b> alone; it wins over the price of a{' '}
        {user.userType}.
      </p>
      <SelectField
        label="Product"
        options={options}
        value={productName}
        error={fix.product}
        onChange={(event) => {
          setProduct(event.target.value);
          setFix({});
          set.reset();
        }}
      />
      <TextField
        label="Price per GB"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={fix.price}
        hint={present === undefined ? undefined : `₦${present.toFixed(2)} now`}
        onChange={(event) => {
          setAmount(event.target.value);
          setFix({});
        }}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={fix.reason}
        onChange={(event) => {
          setReason(event.target.value);
          setFix({});
        }}
      />
      {mustConfirm && <Notice tone="amber">{wordsOf(set.error)}</Notice>}
      {set.isError && !mustConfirm && <FailureNotice error={set.error} />}
      <Button type="submit" wide busy={set.isPending}>
        {mustConfirm ? 'Set this price all the same' : 'Set price'}
      </Button>
      {present !== undefined && (
        <Button kind="danger" wide disabled={set.isPending} onClick={takeAway}>
          Take the special price away
        </Button>
      )}
    </form>
  );
}
