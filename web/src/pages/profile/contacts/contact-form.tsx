/** Saving a number, or changing one that is saved. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookUser } from 'lucide-react';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { limits, type Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatPhone, readPhone } from '@jara/contract/phone.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { asNetwork } from '../../../shared/network-mark.tsx';
import { NetworkPicker } from '../../../features/buying/network-picker.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { clearDraft, useDraft, type DraftName } from '../../../shared/forms/draft.ts';
import { networkOf, phoneFix, PhoneField, rememberNetwork } from '../../../shared/forms/phone-field.tsx';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { hasPhoneBook, pickFromPhoneBook } from './phone-book.ts';

interface Draft {
  name: string;
  phone: string;
  network: Network | null;
}
type Errors = Partial<Record<keyof Draft, string>>;

/** What is the contact's own is not part of what was typed: it may be another by the next time. */
const unchanged: Partial<Draft> = {};

interface ContactFormProps {
  /** The one to change; null for a new one. */
  contact: Contact | null;
  onClose: () => void;
}

export function ContactForm({ open, ...props }: ContactFormProps & { open: boolean }) {
  const formId = useId();
  const [isSaving, setSaving] = useState(false);
  const isOnline = useOnline();
  const words = props.contact === null ? 'Save contact' : 'Save changes';
  const close = () => {
    clearDraft(draftNameOf(props.contact));
    props.onClose();
  };
  return (
    <Sheet
      title={props.contact === null ? 'Add contact' : 'Edit contact'}
      open={open}
      onClose={close}
      footer={
        <Button type="submit" form={formId} wide busy={isSaving} busyLabel="Saving" disabled={!isOnline}>
          {isOnline ? words : noNetworkWords}
        </Button>
      }
    >
      <Fields id={formId} onSaving={setSaving} contact={props.contact} onClose={close} />
    </Sheet>
  );
}

function Fields({
  id,
  contact,
  onClose,
  onSaving,
}: ContactFormProps & { id: string; onSaving: (isSaving: boolean) => void }) {
  const [saved] = useState(() => draftOf(contact));
  const [changes, changeDraft] = useDraft(draftNameOf(contact), unchanged);
  const draft = { ...saved, ...changes };
  const [errors, setErrors] = useState<Errors>({});
  const [wasRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaving(contact, { onSaving, onClose, onErrors: setErrors });

  const change = (part: Partial<Draft>) => {
    const next = changeDraft(part);
    if (wasRefused) setErrors(check({ ...saved, ...next }).errors);
  };
  const type = (phone: string) => {
    const network = networkOf(phone);
    change({ phone, ...(network !== undefined && { network }) });
  };
  const pick = async () => {
    const picked = await pickFromPhoneBook();
    if (picked === undefined) return;
    const phone = readPhone(picked.phone);
    change({
      name: picked.name === '' ? draft.name : picked.name.slice(0, limits.contactNameMaximum),
      phone: phone === undefined ? picked.phone : formatPhone(phone),
      network: networkOf(picked.phone) ?? draft.network,
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const { errors: found, words } = check(draft);
    setErrors(found);
    setRefused(true);
    if (words === undefined) return saving.mutate(draft);
    toast.error(words);
    focusFirstError(form.current);
  };

  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="grid gap-4">
      {contact === null && hasPhoneBook() && (
        <Button kind="secondary" onClick={() => void pick()}>
          <BookUser size={20} {...pen} /> Choose from your phone
        </Button>
      )}
      <TextField
        label="Nickname"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={limits.contactNameMaximum}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <PhoneField label="Phone number" value={draft.phone} error={errors.phone} onChange={type} />
      <NetworkPicker
        value={draft.network}
        error={errors.network}
        onChange={(network) => {
          rememberNetwork(draft.phone, network);
          change({ network });
        }}
      />
      {saving.isError && Object.keys(errors).length === 0 && <FailureNotice error={saving.error} />}
    </form>
  );
}

function useSaving(
  contact: Contact | null,
  {
    onSaving,
    onClose,
    onErrors,
  }: { onSaving: (isSaving: boolean) => void; onClose: () => void; onErrors: (errors: Errors) => void },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, phone, network }: Draft) => {
      const fields = {
        contactName: name.trim(),
        contactNumber: readPhone(phone) ?? phone,
        contactNetwork: network ?? '',
      };
      return contact === null
        ? send('addContact', fields)
        : send('updateContact', { id: contact._id, ...fields });
    },
    onMutate: () => onSaving(true),
    onSettled: () => {
      onSaving(false);
      return queryClient.invalidateQueries({ queryKey: keys.contacts });
    },
    onSuccess: ({ msg }) => {
      toast.success(msg);
      onClose();
    },
    onError: (error) => {
      toast.error(wordsOf(error));
      if (error instanceof Refusal) onErrors(errorsOf(error));
    },
  });
}

const draftNameOf = (contact: Contact | null): DraftName => `contact:${contact?._id ?? 'new'}`;

function draftOf(contact: Contact | null): Draft {
  if (contact === null) return { name: '', phone: '', network: null };
  const { contactName: name, contactNumber, contactNetwork } = contact;
  return { name, phone: formatPhone(contactNumber), network: asNetwork(contactNetwork) ?? null };
}

/** What is wrong, field by field, and the sentence of the toast: the specification's where it has one. */
function check({ name, phone, network }: Draft): { errors: Errors; words?: string } {
  const errors: Errors = {};
  const fix = phoneFix(phone);
  if (name.trim() === '') errors.name = 'Enter the name that you know them by.';
  if (phone.trim() === '') errors.phone = 'Enter the number.';
  else if (fix !== undefined) errors.phone = fix;
  if (network === null) errors.network = 'Choose the network of this number.';
  if (name.trim() === '' || phone.trim() === '') return { errors, words: messages.allFieldsRequired };
  if (fix !== undefined) return { errors, words: messages.checkPhone };
  if (network === null) return { errors, words: messages.selectNetwork };
  return { errors };
}

/** The fields of the call are named otherwise than those of the form. */
function errorsOf(refusal: Refusal): Errors {
  const named: [keyof Draft, string | undefined][] = [
    ['name', refusal.errorOf('contactName')],
    ['phone', refusal.errorOf('contactNumber')],
    ['network', refusal.errorOf('contactNetwork')],
  ];
  return Object.fromEntries(named.filter(([, words]) => words !== undefined));
}
