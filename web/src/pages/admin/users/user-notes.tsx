/** What staff wrote about a user for each other, and the field for another note. Nothing of it is changed or removed. */
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { limits } from '@jara/contract/constants.ts';
import { send } from '../../../platform/send.ts';
import { CursorButtons, useCursorPages } from '../../../shared/lists/cursor-pages.tsx';
import { When } from '../../../shared/when.tsx';
import { Button } from '../../../ui/button.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userKeys } from './queries.ts';
import { Part, Rows } from './user-part.tsx';

export function UserNotes({ id }: { id: string }) {
  const pages = useCursorPages(id);
  const { before } = pages;
  const query = useQuery({
    queryKey: userKeys.notes(id, before),
    queryFn: ({ signal }) =>
      send('listUserNotes', { id, ...(before !== undefined && { before }) }, { signal }),
  });
  return (
    <Part title="Notes">
      <Rows query={query} rows={query.data?.notes} none="No notes yet.">
        {({ _id, author, note, createdAt }) => (
          <li key={_id} className="py-2">
            <p className="[overflow-wrap:anywhere] whitespace-pre-line">{note}</p>
            <p className="text-meta text-ink-2">
              {author}, <When iso={createdAt} precise />
            </p>
          </li>
        )}
      </Rows>
      <CursorButtons pages={pages} next={query.data?.next ?? null} />
      <NoteForm key={id} id={id} />
    </Part>
  );
}

function NoteForm({ id }: { id: string }) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const add = useChangeOfUser(() => send('addUserNote', { id, note: note.trim() }), {
    onDone: () => setNote(''),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isMissing = note.trim() === '';
    setError(isMissing ? 'Write the note.' : undefined);
    if (isMissing) focusFirstError(event.currentTarget);
    else if (!add.isPending) add.mutate(undefined);
  };
  return (
    <form className="grid justify-items-start gap-2 pt-2 *:first:w-full" onSubmit={submit} noValidate>
      <TextArea
        label="New note"
        hint="Other staff read it, the user never does. It stays."
        rows={2}
        value={note}
        error={error}
        maxLength={limits.userNoteMaximum}
        onChange={(event) => {
          setNote(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" kind="secondary" compact className="max-lg:min-h-12" busy={add.isPending}>
        Add note
      </Button>
    </form>
  );
}
