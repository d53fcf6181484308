/** What was asked, compared or found after a restore, each with what is known of it. */
import type { RecoveryItem } from '@jara/contract/calls/recovery.ts';
import { Naira } from '../../../shared/naira.tsx';
import { timeWords } from '../../../shared/when.tsx';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';

interface ItemsProps {
  title: string;
  note: string;
  items: readonly RecoveryItem[];
  /** Undefined where the viewer may not decide. */
  onDecide: ((item: RecoveryItem) => void) | undefined;
}

export function RecoveryItems({ title, note, items, onDecide }: ItemsProps) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <h2 className="display text-title">{title}</h2>
      <p className="text-meta text-ink-2">{note}</p>
      {items.length > 0 && (
        <ol className="border-t border-ink">
          {items.map((item) => (
            <Item key={item._id} item={item} onDecide={onDecide} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Item({ item, onDecide }: { item: RecoveryItem; onDecide: ItemsProps['onDecide'] }) {
  const { kind, provider, reference, recipient, amount, happenedAt, words, decision } = item;
  const isDelivery = kind === 'delivery';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="grid min-w-[min(14rem,100%)] flex-1 grid-cols-1 gap-1 text-meta [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b>{provider}</b>
          <span className={isDelivery ? 'font-mono text-label' : undefined}>{reference}</span>
          {amount !== null && <Naira amount={amount} />}
          {decision === null && (
            <Pill tone="amber">
              {isDelivery ? 'not explained' : kind === 'question' ? 'asked by the server' : 'to compare'}
            </Pill>
          )}
        </p>
        {isDelivery && (
          <p className="text-ink-2">
            {recipient !== null && <span className="figures">{recipient} · </span>}
            {happenedAt === null ? 'without a time' : timeWords(happenedAt, { precise: true })}
          </p>
        )}
        {words !== null && <p className="text-ink-2">{words}</p>}
        {decision !== null && (
          <p className="text-ink-2">
            {decision.reason} · {decision.decidedBy ?? 'without an account'},{' '}
            {timeWords(decision.decidedAt, { precise: true })}
          </p>
        )}
      </div>
      {decision === null && kind !== 'question' && onDecide !== undefined && (
        <Button kind="secondary" compact className="max-lg:min-h-12" onClick={() => onDecide(item)}>
          {isDelivery ? 'Explain' : 'Compared'}
        </Button>
      )}
    </li>
  );
}
