/** Nothing here: one line, one thing to do, a small line drawing. */
import type { ReactNode } from 'react';

export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
      <svg
        width="72"
        height="56"
        viewBox="0 0 72 56"
        fill="none"
        stroke="currentColor"
        className="text-edge"
        aria-hidden="true"
      >
        <path strokeWidth="1.5" d="M18 4h36v44l-4.5-4-4.5 4-4.5-4-4.5 4-4.5-4-4.5 4-4.5-4-4.5 4z" />
        <path strokeWidth="1.5" strokeDasharray="1 4" strokeLinecap="round" d="M25 16h22M25 24h22M25 32h12" />
      </svg>
      <p className="display text-title">{title}</p>
      {children !== undefined && <p className="max-w-[44ch] text-meta text-ink-2">{children}</p>}
      {action}
    </div>
  );
}
