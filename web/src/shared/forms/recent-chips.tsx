/** What one used last, as a row of chips to tap; on a phone the row scrolls sideways. */
import type { ReactNode } from 'react';

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="-mx-4 flex min-h-14 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:px-1"
    >
      {children}
    </div>
  );
}

export function RecentChip({
  mark,
  words,
  note,
  onChoose,
}: {
  mark: ReactNode;
  words: string;
  /** A second line, for what the words leave open. */
  note?: string;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-12 max-w-[15rem] shrink-0 items-center gap-2 rounded-control border border-line bg-surface py-1 pr-3 pl-2 text-left text-meta font-medium hover:border-ink"
    >
      {mark}
      <span className="grid min-w-0">
        <span className="figures truncate">{words}</span>
        {note !== undefined && <span className="truncate text-label font-normal text-ink-2">{note}</span>}
      </span>
    </button>
  );
}
