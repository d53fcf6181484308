/** The receipt while it is being filled in, beside the form on a desktop. What is not known yet is a dash. */
import type { ReactNode } from 'react';
import { useSession } from '../../platform/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { useIsDesktop } from '../../shared/use-is-desktop.ts';
import { minusNaira } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { ReceiptPaper, ReceiptRow } from '../../shared/receipt-card.tsx';

export interface CheckoutSummaryProps {
  /** Naira that leave the wallet. */
  sum: number | null;
  /** What is ordered, line by line. */
  rows: readonly (readonly [label: string, value: ReactNode])[];
  /** Staff may issue money: then no wallet pays, and there is no balance to show. */
  isIssued?: boolean;
}

/** The form, and on a desktop the receipt beside it. Undefined: no receipt, and the form alone. */
export function BesideReceipt({
  slip,
  children,
}: {
  slip: CheckoutSummaryProps | undefined;
  children: ReactNode;
}) {
  const isDesktop = useIsDesktop();
  return (
    <div
      className={classNames(
        slip !== undefined &&
          'lg:grid lg:grid-cols-[minmax(0,1fr)_min(22rem,48%)] lg:gap-16 max-lg:max-w-form',
      )}
    >
      {children}
      {slip !== undefined && isDesktop && <CheckoutSummary {...slip} />}
    </div>
  );
}

function CheckoutSummary({ sum, rows, isIssued = false }: CheckoutSummaryProps) {
  const { signedIn } = useSession();
  const balance = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  const after = balance === null || sum === null ? null : minusNaira(balance, sum);
  return (
    <aside aria-label="Your order" className="sticky top-20 self-start">
      <ReceiptPaper>
        <header className="grid gap-1 border-b border-ink pb-3">
          <p className="text-meta font-semibold text-ink-2">Your order</p>
          <p className="text-sum">
            <Naira amount={sum} big />
          </p>
        </header>
        <dl className="pt-3">
          {rows.map(([label, value]) => (
            <ReceiptRow key={label} label={label}>
              {value ?? '\u2014'}
            </ReceiptRow>
          ))}
        </dl>
        {!isIssued && (
          <dl className="mt-2 border-t border-dashed border-edge pt-2">
            <ReceiptRow label="Balance now">
              <Naira amount={balance} />
            </ReceiptRow>
            <ReceiptRow label="Balance after">
              <Naira amount={after !== null && after >= 0 ? after : null} />
            </ReceiptRow>
          </dl>
        )}
      </ReceiptPaper>
    </aside>
  );
}
