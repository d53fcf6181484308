/** A place that money goes to, as a ruled row with the one thing that is done with it. */
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

export function PlaceRow({
  mark,
  name,
  note,
  action,
  label,
  onChoose,
}: {
  mark: ReactNode;
  name: string;
  note: string;
  action: string;
  /** What the button does, in full. */
  label: string;
  onChoose: () => void;
}) {
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-end gap-x-3 py-2">
      {mark}
      <span className="grid min-w-[8rem] flex-1">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="figures text-meta text-ink-2">{note}</span>
      </span>
      <Button kind="secondary" compact className="max-lg:min-h-12" aria-label={label} onClick={onChoose}>
        {action}
      </Button>
    </li>
  );
}
