/** Figures in one ruled line, as at the foot of a ledger page. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../ui/class-names.ts';

/** `wide`: for sums of many digits. */
export function Figures({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={label}>
      <dl
        className={classNames(
          'grid border-y border-ink',
          wide
            ? 'grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))]'
            : 'grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]',
        )}
      >
        {children}
      </dl>
    </section>
  );
}

export function Figure({
  label,
  to,
  note,
  children,
}: {
  label: string;
  /** Where the figure leads. */
  to?: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="relative grid content-start gap-0.5 py-2.5 pr-3">
      <dt className="text-label text-ink-2">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="underline-offset-4 before:absolute before:inset-0 hover:underline">
            {label}
          </Link>
        )}
      </dt>
      <dd className="figures text-lead font-semibold">{children}</dd>
      {note !== undefined && <dd className="text-label text-ink-2">{note}</dd>}
    </div>
  );
}
