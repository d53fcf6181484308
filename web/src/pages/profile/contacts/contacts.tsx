import { useQuery } from '@tanstack/react-query';
import { Landmark, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { contactsQuery } from '../../../platform/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LightGlyph, PeopleGlyph, pen } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { ContactActions } from './contact-actions.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactRow, RemovedRow, rowId } from './contact-row.tsx';
import { useContactList } from './contact-list.ts';
import { findContacts } from './find-contacts.ts';
import { MetersTab } from './meters-tab.tsx';

/** Fewer than this are seen at a glance. */
const searchFrom = 6;

/** What lies over the list: a contact to choose from, or the form that changes it. */
type Open = { name: 'actions'; contact: Contact } | { name: 'form'; contact: Contact };

/** What was pressed is gone; the focus goes to what came in its place, once that is drawn. */
function focusContact({ _id }: Contact): void {
  requestAnimationFrame(() => document.getElementById(rowId(_id))?.focus());
}

const tabs = [
  { value: 'numbers', label: 'Numbers', icon: <PeopleGlyph size={20} {...pen} /> },
  { value: 'accounts', label: 'Bank accounts', icon: <Landmark size={20} {...pen} /> },
  { value: 'meters', label: 'Meters', icon: <LightGlyph size={20} {...pen} /> },
];

/** Phone numbers, which are saved by hand; bank accounts and meters, which come from what one did. */
export default function Contacts() {
  const [search, setSearch] = useSearchParams();
  const shown = tabs.find(({ value }) => value === search.get('show'))?.value ?? 'numbers';
  const [isAdding, setAdding] = useState(false);
  return (
    <div data-list="" className="grid grid-cols-1 gap-5">
      <ScreenHead
        title="Contacts"
        aside={
          <Button onClick={() => setAdding(true)} className="max-sm:w-full">
            <UserRoundPlus size={20} {...pen} /> Add contact
          </Button>
        }
      >
        A number that you do not buy for leaves this list after {limits.contactExpiryDays} days.
      </ScreenHead>
      <Tabs
        label="Kinds of contacts"
        tabs={tabs}
        value={shown}
        onChange={(show) => setSearch(new URLSearchParams({ show }), { replace: true })}
      >
        {shown === 'numbers' && <Numbers onAdd={() => setAdding(true)} />}
        {shown === 'accounts' && <AccountsTab />}
        {shown === 'meters' && <MetersTab />}
      </Tabs>
      <ContactForm open={isAdding} contact={null} onClose={() => setAdding(false)} />
    </div>
  );
}

function Numbers({ onAdd }: { onAdd: () => void }) {
  const query = useQuery(contactsQuery);
  const list = useContactList();
  const [open, setOpen] = useState<Open>();
  const [text, setText] = useState('');
  const saved = query.data?.contacts;
  const rows = saved === undefined ? [] : list.withRemoved(findContacts(saved, text));
  const close = () => setOpen(undefined);

  return (
    <div className="grid grid-cols-1 gap-5">
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
            <div className="pt-5">
              <TextField
                label="Name or number"
                type="search"
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
          )}
          {rows.length > 0 && (
            <ul className="rows divide-y divide-line border-b border-line" aria-label="Contacts">
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
                <Button kind="secondary" onClick={onAdd}>
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
