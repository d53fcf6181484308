/** Go anywhere from the keyboard: screens of one's role, numbers that one buys for, receipts by their reference. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { profileQuery } from '../../platform/queries.ts';
import { useSession } from '../../platform/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { boxClass } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { standardMenu } from './menu.ts';
import { paletteOptions } from './palette-options.ts';
import { usePeople } from '../../shared/people.ts';
import { additionsFor } from './role-menu.tsx';

export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet title="Go to" open={open} onClose={onClose}>
      <Choice onClose={onClose} />
    </Sheet>
  );
}

/** The dialog gives the focus to what carries this when it opens. */
const takesFocus = (input: HTMLInputElement | null): void => input?.setAttribute('autofocus', '');

function Choice({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { signedIn } = useSession();
  const { all: people } = usePeople();
  const transactions = useQuery(profileQuery).data?.transactions ?? [];
  const options = paletteOptions(text, {
    screens: [...standardMenu, ...(signedIn === null ? [] : additionsFor(signedIn))],
    people,
    transactions,
    isStaff: isStaff(signedIn),
  });
  const last = options.length - 1;
  const at = Math.min(chosen, last);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
      return;
    }
    const next = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="grid gap-3">
      <input
        ref={takesFocus}
        type="text"
        role="combobox"
        aria-label="Screen, name, number or reference"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        aria-autocomplete="list"
        placeholder="Screen, name, number or reference"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className={classNames(boxClass, 'px-3')}
      />
      {options.length === 0 && <p className="pt-8 text-center text-ink-2">Nothing by that name.</p>}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Places"
        className="grid min-h-60 content-start"
      >
        {options.map(({ path, label, note }, index) => (
          <Link
            key={`${path} ${label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            to={path}
            onClick={onClose}
            className={classNames(
              'flex min-h-12 items-center justify-between gap-4 rounded-control px-3',
              index === at ? 'bg-brand-wash' : 'hover:bg-sunk',
            )}
          >
            <span className="truncate font-medium">{label}</span>
            <span className="figures shrink-0 text-label text-ink-2">{note}</span>
          </Link>
        ))}
      </div>
    </div>
  );
}
