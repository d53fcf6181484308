/** Go anywhere from the keyboard: screens of one's role, numbers that one buys for, receipts by their reference. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { profileQuery } from '../../../platform/queries.ts';
import { useSession } from '../../../platform/session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { boxClass } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { takesFocus } from '../../../ui/takes-focus.ts';
import { standardMenu } from '../menu.ts';
import { paletteOptions, PLACES, type PaletteOption } from './palette-options.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { usePeople } from '../../../shared/people.ts';
import { additionsFor } from '../role-menu.tsx';
import { useStaffSearch } from './staff-search.ts';

export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signedIn } = useSession();
  return (
    <Sheet title={isStaff(signedIn) ? 'Search' : 'Go to'} open={open} onClose={onClose}>
      <Choice onClose={onClose} />
    </Sheet>
  );
}

function Choice({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { signedIn } = useSession();
  const forStaff = isStaff(signedIn);
  const search = useStaffSearch(text, { isStaff: forStaff, isAdmin: signedIn?.isAdmin === true });
  /** Enter was pressed before the answer was there. */
  const isLeaving = useRef(false);
  const { all: people } = usePeople();
  const transactions = useQuery(profileQuery).data?.transactions ?? [];
  const options = paletteOptions(text, {
    screens: [...standardMenu(signedIn), ...(signedIn === null ? [] : additionsFor(signedIn))],
    people,
    transactions,
    isStaff: forStaff,
    found: search.options,
    isSearching: !search.isSettled,
  });
  const last = options.length - 1;
  const at = Math.min(chosen, last);
  const { isSettled } = search;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      // A place is one whatever the server finds.
      if (isSettled || options[at]?.group === PLACES) goToChosen(list.current);
      else isLeaving.current = true;
      return;
    }
    const next = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (!isLeaving.current || !isSettled) return;
    isLeaving.current = false;
    goToChosen(list.current);
  }, [isSettled]);
  const words = forStaff ? staffWords : 'Screen, name, number or reference';
  return (
    <div className="grid grid-cols-1 gap-3">
      <input
        ref={takesFocus}
        type="text"
        role="combobox"
        aria-label={words}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        aria-autocomplete="list"
        placeholder={words}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          isLeaving.current = false;
        }}
        onKeyDown={onKeyDown}
        className={classNames(boxClass, 'px-3 text-ellipsis')}
      />
      {search.error !== null && (
        <LoadFailure title="The search failed" error={search.error} onRetry={search.onRetry} />
      )}
      {search.isVain && options.length > 0 && (
        <p role="status" className="text-meta text-ink-2">
          No transaction and no user was found by this.
        </p>
      )}
      {options.length === 0 && search.error === null && (
        <p className="pt-8 text-center text-ink-2">{isSettled ? 'Nothing by that name.' : 'Searching'}</p>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={PLACES}
        aria-busy={!isSettled}
        className="grid min-h-60 grid-cols-1 content-start"
      >
        {groupsOf(options).map(([group, ofGroup]) => {
          const shown = ofGroup.map(([option, index]) => (
            <Place
              key={`${option.path} ${option.label}`}
              option={option}
              id={`${id}-${index}`}
              isChosen={index === at}
              onClose={onClose}
            />
          ));
          return group === undefined ? (
            shown
          ) : (
            <div key={group} role="group" aria-label={group} className="grid grid-cols-1 not-first:mt-2">
              <p
                aria-hidden="true"
                className="border-b border-line px-3 pb-1 text-label font-semibold text-ink-2"
              >
                {group}
              </p>
              {shown}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const goToChosen = (list: HTMLElement | null): void =>
  list?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();

const staffWords = 'Reference, phone, meter, user, amount or supplier’s id';

/** What stands together, with its place in the whole. */
function groupsOf(
  options: readonly PaletteOption[],
): [group: string | undefined, options: [PaletteOption, number][]][] {
  const groups = new Map<string | undefined, [PaletteOption, number][]>();
  for (const [index, option] of options.entries())
    groups.set(option.group, [...(groups.get(option.group) ?? []), [option, index]]);
  return [...groups];
}

function Place({
  option: { path, label, note, group },
  id,
  isChosen,
  onClose,
}: {
  option: PaletteOption;
  id: string;
  isChosen: boolean;
  onClose: () => void;
}) {
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      to={path}
      onClick={onClose}
      className={classNames(
        'flex min-h-12 items-center justify-between gap-x-4 rounded-control px-3 py-1',
        group !== undefined && 'flex-wrap',
        isChosen ? 'bg-brand-wash' : 'hover:bg-sunk',
      )}
    >
      <span className="truncate font-medium">{label}</span>
      <span className="figures shrink-0 text-label text-ink-2">{note}</span>
    </Link>
  );
}
