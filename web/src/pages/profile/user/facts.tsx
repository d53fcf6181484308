/** A part of the account: its heading in the margin on a desktop, above on a phone; and facts as ruled lines. */
import { useId, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { wholeWords } from '../../../ui/whole-words.ts';

export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-10 gap-y-4 border-t border-ink pt-4 lg:grid-cols-[min(15rem,42%)_minmax(0,40rem)]"
    >
      <div className="grid content-start gap-1">
        <h2 id={id} className="display text-lead">
          {wholeWords(title)}
        </h2>
        {note !== undefined && <p className="text-meta text-ink-2">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
  /** Set in the face of programs. */
  isCode?: boolean;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line lg:-mt-3 lg:border-t-0">
      {facts.map(({ label, value, isCode = false }) => (
        <div key={label} className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 py-2">
          <dt className="text-meta text-ink-2">{label}</dt>
          <dd
            className={classNames(
              'figures text-right font-medium [overflow-wrap:anywhere]',
              isCode && 'font-mono text-meta font-normal',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
