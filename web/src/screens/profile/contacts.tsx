import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '@jara/contract/contacts.ts';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { ScreenHead } from '../../parts/screen.tsx';
import { contactsQuery } from '../../queries.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { TextField } from '../../ui/field.tsx';
import { pen } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ContactActions } from './contacts/contact-actions.tsx';
import { ContactForm } from './contacts/contact-form.tsx';
import { ContactRow, RemovedRow, rowId } from './contacts/contact-row.tsx';
import { useContactList } from './contacts/contact-list.ts';
import { findContacts } from './contacts/find-contacts.ts';

/** Fewer than this are seen at a glance. */
const searchFrom = 6;

/** What lies over the list: a contact to choose from, or a form for a new (`null`) or a saved one. */
type Open = { name: 'actions'; contact: Contact } | { name: 'form'; contact: Contact | null };

/** What was pressed is gone; the focus goes to what came in its place, once that is drawn. */
function focusContact({ _id }: Contact): void {
  requestAnimationFrame(() => document.getElementById(rowId(_id))?.focus());
}

export default function Contacts() {
  const query = useQuery(contactsQuery);
  const list = useContactList();
  const [open, setOpen] = useState<Open>();
  const [text, setText] = useState('');
  const saved = query.data?.contacts;
  const rows = saved === undefined ? [] : list.withRemoved(findContacts(saved, text));
  const close = () => setOpen(undefined);

  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <ScreenHead
        title="Contacts"
        aside={
          <Button onClick={() => setOpen({ name: 'form', contact: null })} className="max-sm:w-full">
            <UserRoundPlus size={20} {...pen} /> Add contact
          </Button>
        }
      >
        A number that you do not buy for leaves this list after {limits.contactExpiryDays} days.
      </ScreenHead>
      {saved === undefined ? (
        query.isError || query.fetchStatus === 'paused' ? (
          <LoadFailure
            title="Your contacts could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={6} label="Loading your contacts" />
        )
      ) : (
        <>
          {saved.length >= searchFrom && (
            <TextField
              label="Name or number"
              type="search"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          {rows.length > 0 && (
            <ul className="divide-y divide-line border-y border-line" aria-label="Contacts">
              {rows.map(({ contact, isRemoved }) =>
                isRemoved ? (
                  <RemovedRow
                    key={contact._id}
                    contact={contact}
                    onUndo={() => {
                      list.bringBack(contact);
                      focusContact(contact);
                    }}
                  />
                ) : (
                  <ContactRow
                    key={contact._id}
                    contact={contact}
                    onOpen={() => setOpen({ name: 'actions', contact })}
                    onEdit={() => setOpen({ name: 'form', contact })}
                    onRemove={() => list.remove(contact)}
                    onKeep={() => list.keep(contact)}
                  />
                ),
              )}
            </ul>
          )}
          {rows.length === 0 && saved.length > 0 && (
            <p className="border-y border-line py-8 text-center text-ink-2">
              Nobody with that name or number.
            </p>
          )}
          {rows.length === 0 && saved.length === 0 && (
            <Empty
              title={messages.noContacts}
              action={
                <Button kind="secondary" onClick={() => setOpen({ name: 'form', contact: null })}>
                  Add the first one
                </Button>
              }
            >
              Save the numbers that you buy for: then a purchase is three taps.
            </Empty>
          )}
        </>
      )}
      <ContactActions
        contact={open?.name === 'actions' ? open.contact : null}
        onClose={close}
        onEdit={(contact) => setOpen({ name: 'form', contact })}
        onRemove={(contact) => {
          close();
          list.remove(contact);
        }}
      />
      <ContactForm
        open={open?.name === 'form'}
        contact={open?.name === 'form' ? open.contact : null}
        onClose={close}
      />
    </div>
  );
}
