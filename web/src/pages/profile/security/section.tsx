/** One thing that keeps the account safe: what it is, how it stands, and what one may do about it, on a ruled line. */
import type { ReactNode } from 'react';
import { Pill } from '../../../ui/pill.tsx';
import { wholeWords } from '../../../ui/whole-words.ts';

export function Section({
  title,
  isOn,
  actions,
  children,
}: {
  title: string;
  /** Undefined where there is nothing to switch. */
  isOn?: boolean;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-4 border-t border-ink pt-4 pb-8 sm:grid-cols-[1fr_auto] sm:items-start sm:gap-8">
      <div className="grid gap-1">
        <div className="flex items-center gap-3">
          <h2 className="display text-lead">{wholeWords(title)}</h2>
          {isOn !== undefined && <Pill tone={isOn ? 'success' : 'plain'}>{isOn ? 'On' : 'Off'}</Pill>}
        </div>
        <div className="max-w-reading text-meta text-ink-2">{children}</div>
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end">{actions}</div>
    </section>
  );
}
