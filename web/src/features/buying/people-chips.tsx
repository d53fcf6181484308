/** The numbers that one buys for most, to tap; and the rest behind a search. */
import { BookUser } from 'lucide-react';
import { useState } from 'react';
import { formatPhone } from '@jara/contract/phone.ts';
import { TextField } from '../../ui/field.tsx';
import { pen } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { NetworkMark } from '../../shared/network-mark.tsx';
import { hasNumberSources, NumberSources, SourceChip } from './number-sources.tsx';
import { findPeople, personWords, usePeople, type Person } from '../../shared/people.ts';
import { ChipRow, RecentChip } from '../../shared/forms/recent-chips.tsx';

export function PeopleChips({ onChoose }: { onChoose: (person: Person) => void }) {
  const { recents, all } = usePeople();
  const [isOpen, setOpen] = useState(false);
  if (all.length === 0 && !hasNumberSources()) return null;
  const choose = (person: Person) => {
    setOpen(false);
    onChoose(person);
  };
  return (
    <ChipRow label="Recent numbers">
      {recents.map((person) => (
        <RecentChip
          key={person.phone}
          mark={<NetworkMark network={person.network ?? ''} size={22} />}
          words={personWords(person)}
          onChoose={() => choose(person)}
        />
      ))}
      {all.length > recents.length && (
        <>
          <SourceChip icon={<BookUser size={20} {...pen} />} onClick={() => setOpen(true)}>
            All numbers
          </SourceChip>
          <PeopleSheet people={all} open={isOpen} onClose={() => setOpen(false)} onChoose={choose} />
        </>
      )}
      <NumberSources onChoose={choose} />
    </ChipRow>
  );
}

function PeopleSheet({
  people,
  open,
  onClose,
  onChoose,
}: {
  people: readonly Person[];
  open: boolean;
  onClose: () => void;
  onChoose: (person: Person) => void;
}) {
  const [text, setText] = useState('');
  const found = text.trim() === '' ? people : findPeople(people, text);
  return (
    <Sheet title="Choose a number" open={open} onClose={onClose}>
      <TextField
        label="Name or number"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-3 min-h-40 divide-y divide-line">
        {found.map((person) => (
          <li key={person.phone}>
            <button
              type="button"
              onClick={() => onChoose(person)}
              className="flex min-h-14 w-full items-center gap-3 text-left hover:bg-sunk"
            >
              <NetworkMark network={person.network ?? ''} />
              <span className="grid min-w-0">
                <span className="truncate font-medium">{personWords(person)}</span>
                {person.name !== undefined && (
                  <span className="text-meta text-ink-2">{formatPhone(person.phone)}</span>
                )}
              </span>
            </button>
          </li>
        ))}
        {found.length === 0 && (
          <li className="py-6 text-center text-ink-2">Nobody with that name or number.</li>
        )}
      </ul>
    </Sheet>
  );
}
