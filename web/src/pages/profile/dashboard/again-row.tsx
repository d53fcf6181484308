/** The purchases that are likeliest next: one press opens their confirm step. */
import { RotateCcw } from 'lucide-react';
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { Repeat } from '../../../features/money/again.ts';
import { groupDigits, movementWords, productWords, sameness } from '../../../features/money/movement.ts';
import { Naira } from '../../../shared/naira.tsx';
import { NetworkMark } from '../../../shared/network-mark.tsx';
import { LightGlyph, pen } from '../../../ui/icon.tsx';

export function AgainRow({
  purchases,
  onBuy,
}: {
  purchases: readonly Repeat[];
  onBuy: (purchase: Repeat) => void;
}) {
  return (
    <section aria-labelledby="again">
      <h2 id="again" className="display flex items-center gap-2 border-b border-line pb-2 text-lead">
        <RotateCcw size={18} {...pen} />
        Again
      </h2>
      <ul>
        {purchases.map((purchase) => (
          <li key={sameness(purchase)}>
            <AgainButton purchase={purchase} onBuy={onBuy} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AgainButton({ purchase, onBuy }: { purchase: Repeat; onBuy: (purchase: Repeat) => void }) {
  const who = whoOf(purchase);
  return (
    <button
      type="button"
      aria-label={`Again: ${movementWords(purchase)} for ${who}, ${formatNaira(purchase.leaves)}`}
      onClick={() => onBuy(purchase)}
      className="flex min-h-16 w-full flex-wrap items-center justify-end gap-x-3 border-b border-line py-2 text-left hover:bg-sunk"
    >
      {purchase.kind === 'electricity' ? (
        <LightGlyph size={28} {...pen} className="shrink-0 text-ink-2" />
      ) : (
        <NetworkMark network={purchase.network} />
      )}
      <span className="grid min-w-[7rem] flex-1 grid-cols-1">
        <span className="truncate font-medium">{who}</span>
        <span className="truncate text-meta text-ink-2">{shortWords(purchase)}</span>
      </span>
      <span className="inline-flex min-h-10 items-center rounded-control border border-edge bg-surface px-3 text-meta font-semibold">
        <Naira amount={purchase.leaves} />
      </span>
    </button>
  );
}

function whoOf(purchase: Repeat): string {
  if (purchase.kind === 'electricity') return groupDigits(purchase.meterNumber);
  return purchase.name ?? formatPhone(purchase.phone);
}

function shortWords(purchase: Repeat): string {
  if (purchase.kind !== 'electricity') return productWords(purchase);
  return `${purchase.disco} \u00b7 ${purchase.meterType}`;
}
