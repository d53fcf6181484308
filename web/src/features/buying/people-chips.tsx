/** Whom one buys for, to tap: oneself, then the numbers that one buys for most; and the rest behind a search. */
import { BookUser } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatPhone } from '@jara/contract/phone.ts';
import { pen } from '../../ui/icon.tsx';
import { NetworkMark } from '../../shared/network-mark.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { personWords, usePeople, type Person } from '../../shared/people.ts';
import { ChipRow, RecentChip } from '../../shared/forms/recent-chips.tsx';
import { SourceChip } from './source-chip.tsx';

const NumberSources = lazyAfterLoad(async () => (await import('./number-sources.tsx')).NumberSources);
const PeopleSheet = lazyAfterLoad(async () => (await import('./people-sheet.tsx')).PeopleSheet);

export function PeopleChips({ onChoose }: { onChoose: (person: Person) => void }) {
  const { own, recents, all } = usePeople();
  const [isOpen, setOpen] = useState(false);
  const choose = (person: Person) => {
    setOpen(false);
    onChoose(person);
  };
  return (
    <ChipRow label="Recent numbers">
      {own !== undefined && (
        <PersonChip person={own} words={`Me \u00b7 ${formatPhone(own.phone)}`} onChoose={choose} />
      )}
      {recents.map((person) => (
        <PersonChip key={person.phone} person={person} words={personWords(person)} onChoose={choose} />
      ))}
      {all.some((person) => person.phone !== own?.phone && !recents.includes(person)) && (
        <SourceChip icon={<BookUser size={20} {...pen} />} onClick={() => setOpen(true)}>
          All numbers
        </SourceChip>
      )}
      <Suspense>
        <NumberSources onChoose={choose} />
      </Suspense>
      {isOpen && (
        <Suspense>
          <PeopleSheet people={all} onClose={() => setOpen(false)} onChoose={choose} />
        </Suspense>
      )}
    </ChipRow>
  );
}

function PersonChip({
  person,
  words,
  onChoose,
}: {
  person: Person;
  words: string;
  onChoose: (person: Person) => void;
}) {
  return (
    <RecentChip
      mark={<NetworkMark network={person.network ?? ''} size={22} />}
      words={words}
      onChoose={() => onChoose(person)}
    />
  );
}
