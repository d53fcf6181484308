/** A state in a word with its icon: never by colour alone. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type PillTone = 'success' | 'amber' | 'danger' | 'plain';

const tones: Record<PillTone, string> = {
  success: 'bg-success-wash text-success',
  amber: 'bg-amber-wash text-amber',
  danger: 'bg-danger-wash text-danger',
  plain: 'bg-sunk text-ink-2',
};

export function Pill({ tone, icon, children }: { tone: PillTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-label font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
