/**
 * The printed receipt: everything that is money looks like one. `ReceiptPaper`, `ReceiptRow` and `Timeline` are its components, for
 * confirmations, examples and receipts.
 */
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { clockWords } from './when.tsx';

/** White card on paper, ruled at the top, torn at the bottom. */
export function ReceiptPaper({ children, prints = false }: { children: ReactNode; prints?: boolean }) {
  return (
    <div className={classNames('slip-edge', prints && 'prints')}>
      <div className="torn bg-raised px-5 pt-5 pb-4 sm:px-6">
        {children}
        <div className="h-3" />
      </div>
    </div>
  );
}

/** label ........ value */
export function ReceiptRow({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'slip-row flex items-baseline gap-1.5 py-1 text-meta',
        strong && 'text-body font-semibold',
      )}
    >
      <dt className={strong ? undefined : 'text-ink-2'}>{label}</dt>
      <span className="leader" aria-hidden="true" />
      <dd className="figures max-w-[62%] text-right font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

export interface TimelineEntry {
  at: string | null;
  text: string;
}

/** What happened and when; while `isOpen` the line goes on with a calm sweep. */
export function Timeline({
  entries,
  isOpen,
  openText,
}: {
  entries: readonly TimelineEntry[];
  isOpen: boolean;
  openText?: string;
}) {
  return (
    <ol className="grid text-meta">
      {entries.map((entry, index) => (
        <li key={`${entry.at}-${entry.text}`} className="relative flex gap-3 pb-2.5 pl-5">
          {(isOpen || index < entries.length - 1) && (
            <span
              className="absolute top-2.5 bottom-[-0.6rem] left-[4.5px] w-px bg-edge"
              aria-hidden="true"
            />
          )}
          <span
            className="absolute top-1.5 left-0 size-2.5 rounded-full border-2 border-brand bg-brand"
            aria-hidden="true"
          />
          <span className="flex-1">{entry.text}</span>
          {entry.at !== null && (
            <time dateTime={entry.at} className="figures text-ink-2">
              {clockWords(entry.at)}
            </time>
          )}
        </li>
      ))}
      {isOpen && (
        <li className="relative grid gap-1.5 pb-1 pl-5 text-amber">
          <span
            className="absolute top-1.5 left-0 size-2.5 rounded-full border-2 border-amber bg-surface"
            aria-hidden="true"
          />
          <span>{openText}</span>
          <span className="sweeps h-0.5 bg-line" aria-hidden="true" />
        </li>
      )}
    </ol>
  );
}
