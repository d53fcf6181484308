/** One data plan as a ruled row: the volume big, validity and type under it, the price on the right. */
import type { ReactNode } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Naira } from './naira.tsx';

export interface PlanFacts {
  network: string;
  /** The volume: `1GB`. */
  name: string;
  type: string;
  validity: string;
  amount: number;
  isAvailable: boolean;
}

/** The plan in one line, as the specification says: network, plan, amount, validity, type. */
export function planSummary(plan: PlanFacts): string {
  return `${plan.network} ${plan.name} ${formatNaira(plan.amount)} ${plan.validity} ${plan.type}`;
}

/** `1GB` as `1 GB`: the figure and its unit do not break apart. */
export function volumeWords(name: string): string {
  return name.replace(/(\d)\s*(MB|GB|TB)/i, '$1\u00a0$2');
}

export function PlanRow({
  plan,
  mark,
  action,
}: {
  plan: PlanFacts;
  /** For example "Best per GB". */
  mark?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'flex min-h-16 flex-wrap items-center justify-end gap-x-3 border-b border-line py-2',
        !plan.isAvailable && 'text-ink-3',
      )}
    >
      <div className="grid min-w-[7rem] flex-1 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="display text-title whitespace-nowrap">{volumeWords(plan.name)}</span>
          {mark}
        </p>
        <p className={classNames('text-meta', plan.isAvailable ? 'text-ink-2' : 'text-ink-3')}>
          {plan.validity} · {plan.type}
          {!plan.isAvailable && ' · not available now'}
        </p>
      </div>
      <Naira amount={plan.amount} className="text-body font-semibold" />
      {action}
    </div>
  );
}
