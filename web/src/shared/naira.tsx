/** Money as the shop writes it: always two decimals, the sign never apart from the figures, "—" when the sum is not known. */
import { formatNaira } from '@jara/contract/money.ts';
import { classNames } from '../ui/class-names.ts';

export function Naira({
  amount,
  big = false,
  className,
}: {
  /** Naira; null when it is not known. */
  amount: number | null;
  /** Set large: the kobo are smaller then. */
  big?: boolean;
  className?: string;
}) {
  if (amount === null) {
    return (
      <span className={className}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">not known</span>
      </span>
    );
  }
  const text = formatNaira(amount);
  if (!big) return <span className={classNames('figures whitespace-nowrap', className)}>{text}</span>;
  return (
    <span className={classNames('display whitespace-nowrap', className)}>
      {text.slice(0, -3)}
      <span className="text-[0.6em]/none">{text.slice(-3)}</span>
    </span>
  );
}

/** What a transaction does to the wallet: a gain is green with +, a loss red with −. */
export function NairaChange({ change, className }: { change: number; className?: string }) {
  const isGain = change >= 0;
  return (
    <span
      className={classNames(
        'figures font-semibold whitespace-nowrap',
        isGain ? 'text-success' : 'text-danger',
        className,
      )}
    >
      {isGain ? `+${formatNaira(change)}` : formatNaira(change)}
    </span>
  );
}
