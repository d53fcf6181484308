/** All numbers that one bought for or saved, with a search. */
import { useState } from 'react';
import { formatPhone } from '@jara/contract/phone.ts';
import { TextField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { NetworkMark } from '../../shared/network-mark.tsx';
import { findPeople, personWords, type Person } from '../../shared/people.ts';

export function PeopleSheet({
  people,
  onClose,
  onChoose,
}: {
  people: readonly Person[];
  onClose: () => void;
  onChoose: (person: Person) => void;
}) {
  const [text, setText] = useState('');
  const found = text.trim() === '' ? people : findPeople(people, text);
  return (
    <Sheet title="Choose a number" open onClose={onClose}>
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
