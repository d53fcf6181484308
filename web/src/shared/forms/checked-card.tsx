/** What a check found, in the place of the fields that it locks: a name with a tick, and the way back. */
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';

export function CheckedCard({
  label,
  name,
  children,
  onChange,
}: {
  label: string;
  name: string;
  /** The rest of what was found, under the name. */
  children?: ReactNode;
  onChange: () => void;
}) {
  return (
    <section
      aria-label={label}
      role="status"
      className="flex items-start gap-3 rounded-control border border-success/25 bg-success-wash py-3 pr-2 pl-3.5"
    >
      <CircleCheck size={22} className="mt-px shrink-0 text-success" {...pen} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <p className="text-lead font-semibold [overflow-wrap:anywhere]">{name}</p>
        <div className="text-meta text-ink-2">{children}</div>
      </div>
      <Button kind="quiet" compact className="-my-1.5 max-lg:min-h-12" onClick={onChange}>
        Change
      </Button>
    </section>
  );
}
