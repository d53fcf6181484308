/** The offers to choose one of; the first nine have a digit, which chooses them from the keyboard. */
import { Pin } from 'lucide-react';
import { useId } from 'react';
import { Naira } from '../../../shared/naira.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';
import type { Offer } from './offers.ts';

export const mostDigits = 9;

export function OfferList({
  label,
  offers,
  chosen,
  pins,
  onChoose,
  onPin,
}: {
  label: string;
  offers: readonly Offer[];
  /** Its id. */
  chosen: string;
  /** The ids of those that stand first. */
  pins: readonly string[];
  onChoose: (id: string) => void;
  onPin: (id: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-meta font-semibold">{label}</legend>
      <ul className="grid gap-2 md:max-lg:grid-cols-2 xl:grid-cols-2">
        {offers.map(({ id, title, note, price }, place) => (
          <li key={id} className="flex min-w-0">
            <label
              className={classNames(
                'flex min-h-14 min-w-0 flex-1 cursor-pointer flex-wrap items-center gap-x-2 rounded-control border px-2.5 py-1.5 transition-colors duration-[120ms]',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
                id === chosen
                  ? 'border-brand bg-brand-wash shadow-[inset_0_0_0_1px_var(--brand)]'
                  : 'border-edge bg-surface hover:border-ink',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                className="sr-only"
              />
              {place < mostDigits && (
                <kbd
                  aria-hidden="true"
                  className="grid size-6 shrink-0 place-content-center rounded-[6px] border border-edge bg-sunk font-mono text-meta max-lg:hidden"
                >
                  {place + 1}
                </kbd>
              )}
              <span className="grid min-w-[4.75rem] flex-1">
                <span className="font-semibold">{title}</span>
                <span className="text-label text-ink-2">{note}</span>
              </span>
              <Naira amount={price} className="ml-auto font-semibold" />
            </label>
            <PinButton name={`${title}, ${note}`} isPinned={pins.includes(id)} onPress={() => onPin(id)} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function PinButton({ name, isPinned, onPress }: { name: string; isPinned: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Keep first: ${name}`}
      aria-pressed={isPinned}
      onClick={({ currentTarget: button }) => {
        onPress();
        // Its row moves, and what is moved loses the focus.
        requestAnimationFrame(() => button.focus());
      }}
      className={classNames(
        'grid w-11 shrink-0 place-content-center rounded-control hover:bg-sunk',
        isPinned ? 'text-brand' : 'text-ink-3 hover:text-ink',
      )}
    >
      <Pin size={18} {...pen} fill={isPinned ? 'currentColor' : 'none'} />
    </button>
  );
}
