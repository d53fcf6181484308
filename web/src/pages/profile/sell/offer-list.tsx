/** The offers to choose one of; the first nine have a digit, which chooses them from the keyboard. */
import { useId } from 'react';
import { Naira } from '../../../shared/naira.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Offer } from './offers.ts';

export const mostDigits = 9;

export function OfferList({
  label,
  offers,
  chosen,
  onChoose,
}: {
  label: string;
  offers: readonly Offer[];
  /** Its id. */
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-meta font-semibold">{label}</legend>
      <ul className="grid gap-2 xl:grid-cols-2">
        {offers.map(({ id, title, note, price }, place) => (
          <li key={id} className="min-w-0">
            <label
              className={classNames(
                'flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 rounded-control border px-3 py-1.5 transition-colors duration-[120ms]',
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
                  className="grid size-7 shrink-0 place-content-center rounded-[6px] border border-edge bg-sunk font-mono text-meta max-lg:hidden"
                >
                  {place + 1}
                </kbd>
              )}
              <span className="grid min-w-[6rem] flex-1">
                <span className="font-semibold">{title}</span>
                <span className="text-label text-ink-2">{note}</span>
              </span>
              <Naira amount={price} className="font-semibold" />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
