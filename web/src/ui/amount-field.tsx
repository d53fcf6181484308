/** A sum in naira as people type it: `1,000`, `₦1000`, `1 000.50`. */
import type { InputHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { bareInputClass, boxClass, Field, type FieldProps } from './field.tsx';

/**
 * Reads a typed sum. Spaces, thousands commas and the naira sign are accepted; anything else, a third decimal, or kobo where
 * only whole naira are sold gives `undefined`.
 */
export function parseAmount(text: string, { kobo = false } = {}): number | undefined {
  const plain = text.replace(/[\s\u20a6]/g, '').replace(/^N(?=\d)/i, '');
  const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replace(/,/g, '') : plain;
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(grouped)) return undefined;
  const amount = Number(grouped);
  return kobo || Number.isInteger(amount) ? amount : undefined;
}

export interface AmountFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Whether kobo may be typed. */
  kobo?: boolean;
}

export function AmountField({
  label,
  hint,
  error,
  value,
  onChange,
  kobo = false,
  ...rest
}: AmountFieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(aids) => (
        <span className={classNames(boxClass, 'flex items-center')}>
          <span className="display pl-3 text-title text-ink-2" aria-hidden="true">
            ₦
          </span>
          <input
            {...aids}
            {...rest}
            type="text"
            inputMode={kobo ? 'decimal' : 'numeric'}
            autoComplete="off"
            maxLength={16}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={classNames(bareInputClass, 'display px-2 text-title')}
          />
        </span>
      )}
    </Field>
  );
}

/** Usual sums to tap; `noteOf` writes what each really costs under it. */
export function AmountChips({
  amounts,
  chosen,
  onChoose,
  noteOf,
}: {
  amounts: readonly number[];
  chosen: number | undefined;
  onChoose: (amount: number) => void;
  noteOf?: (amount: number) => string;
}) {
  return (
    <div
      className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2"
      role="group"
      aria-label="Usual sums"
    >
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={chosen === amount}
          onClick={() => onChoose(amount)}
          className={classNames(
            'grid min-h-12 place-content-center rounded-control border px-1 py-1 text-center transition-colors duration-[120ms]',
            chosen === amount
              ? 'border-brand bg-brand-wash text-ink'
              : 'border-edge bg-surface hover:border-ink',
          )}
        >
          <span className="text-body font-semibold">₦{amount.toLocaleString('en-NG')}</span>
          {noteOf && <span className="text-label text-ink-2">{noteOf(amount)}</span>}
        </button>
      ))}
    </div>
  );
}
