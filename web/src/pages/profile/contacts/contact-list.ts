/**
 * Removing, bringing back and keeping contacts. What is removed stays in its place on the screen, with a way back, until the screen is
 * left; the list itself is changed at once and put right when the server does not agree.
 */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { contactsQuery, keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { toast } from '../../../ui/toast.tsx';

interface Removed {
  contact: Contact;
  /** Its place in the list at that time. */
  place: number;
}

export interface ListedContact {
  contact: Contact;
  isRemoved: boolean;
}

interface Change {
  call: () => Promise<unknown>;
  onError: (error: unknown) => void;
}

export interface ContactList {
  remove: (contact: Contact) => void;
  bringBack: (contact: Contact) => void;
  /** Counts as using it. */
  keep: (contact: Contact) => void;
  withRemoved: (contacts: readonly Contact[]) => ListedContact[];
}

export function useContactList(): ContactList {
  const queryClient = useQueryClient();
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const changing = useChanging(queryClient);
  const forget = (id: string) => setRemoved((all) => all.filter(({ contact }) => contact._id !== id));

  const remove = (contact: Contact) => {
    const place = savedContacts(queryClient).findIndex(({ _id }) => _id === contact._id);
    setRemoved((all) => [...all.filter((one) => one.contact._id !== contact._id), { contact, place }]);
    change(queryClient, (contacts) => contacts.filter(({ _id }) => _id !== contact._id));
    changing.mutate({
      call: () => send('removeContact', { id: contact._id }),
      onError: (error) => {
        // One that is gone already is what was wanted.
        if (error instanceof Refusal && error.code === 'not_found') return;
        forget(contact._id);
        toast.error(wordsOf(error));
      },
    });
  };
  const bringBack = (contact: Contact) => {
    const place = removed.find((one) => one.contact._id === contact._id)?.place ?? 0;
    change(queryClient, (contacts) => [...contacts.slice(0, place), contact, ...contacts.slice(place)]);
    forget(contact._id);
    changing.mutate({ call: () => send('addContact', fieldsOf(contact)), onError: showError });
  };
  const keep = (contact: Contact) => {
    const lastUsedAt = new Date().toISOString();
    change(queryClient, (contacts) =>
      contacts.map((one) => (one._id === contact._id ? { ...one, lastUsedAt } : one)),
    );
    changing.mutate({
      call: () => send('updateContact', { id: contact._id, ...fieldsOf(contact) }),
      onError: showError,
    });
  };
  const withRemoved = (contacts: readonly Contact[]) => {
    const rows: ListedContact[] = contacts.map((contact) => ({ contact, isRemoved: false }));
    const missing = removed.filter(({ contact }) => !contacts.some(({ _id }) => _id === contact._id));
    for (const { contact, place } of [...missing].sort((a, b) => a.place - b.place)) {
      rows.splice(place, 0, { contact, isRemoved: true });
    }
    return rows;
  };
  return { remove, bringBack, keep, withRemoved };
}

const savedContacts = (queryClient: QueryClient): readonly Contact[] =>
  queryClient.getQueryData(contactsQuery.queryKey)?.contacts ?? [];

function change(queryClient: QueryClient, next: (contacts: Contact[]) => Contact[]): void {
  // An answer from before the change would undo it on the screen.
  void queryClient.cancelQueries({ queryKey: keys.contacts });
  queryClient.setQueryData(contactsQuery.queryKey, (known) =>
    known === undefined ? undefined : { contacts: next(known.contacts) },
  );
}

/**
 * Sends the changes one after the other, as they were pressed, so that bringing back does not overtake the removal; the list is asked
 * for again after the last, because an answer from in between would show what is no more.
 */
function useChanging(queryClient: QueryClient) {
  return useMutation({
    mutationKey: keys.contacts,
    scope: { id: 'contacts' },
    mutationFn: ({ call }: Change) => call(),
    onError: (error, { onError }) => onError(error),
    onSettled: () =>
      queryClient.isMutating({ mutationKey: keys.contacts }) === 1
        ? queryClient.invalidateQueries({ queryKey: keys.contacts })
        : undefined,
  });
}

const showError = (error: unknown): void => toast.error(wordsOf(error));

function fieldsOf({ contactName, contactNumber, contactNetwork }: Contact) {
  return { contactName, contactNumber, contactNetwork };
}
