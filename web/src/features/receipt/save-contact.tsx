/** On the receipt of a number that is in no contact yet: a name, and it is saved. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { limits, type Network } from '@jara/contract/constants.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { contactsQuery, keys } from '../../platform/queries.ts';
import { send, wordsOf } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { pen } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { asNetwork } from '../../shared/network-mark.tsx';
import { useOnline } from '../../shared/online.ts';

export function SaveContact({ transaction }: { transaction: Transaction }) {
  const contacts = useQuery(contactsQuery).data?.contacts;
  const [isOpen, setOpen] = useState(false);
  const [savedAs, setSavedAs] = useState<string>();
  const isOnline = useOnline();
  const network = asNetwork(transaction.trans_Network);
  const phone = transaction.recipient;
  const isPhone = transaction.trans_Type === 'airtime' || transaction.trans_Type === 'data';
  if (savedAs !== undefined) return <Saved name={savedAs} />;
  if (!isPhone || phone === null || network === undefined || transaction.trans_Status === 'failed')
    return null;
  if (contacts === undefined || contacts.some(({ contactNumber }) => contactNumber === phone)) return null;
  if (!isOpen) {
    if (!isOnline) return null;
    return (
      <Button kind="secondary" className="flex-1" onClick={() => setOpen(true)}>
        <UserRoundPlus size={18} {...pen} />
        Save contact
      </Button>
    );
  }
  return <NameForm phone={phone} network={network} onSaved={setSavedAs} />;
}

/** What was pressed is gone; the focus stays where it was. */
function Saved({ name }: { name: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} className="basis-full py-3 text-meta">
      {name} is in your contacts.
    </p>
  );
}

function NameForm({
  phone,
  network,
  onSaved,
}: {
  phone: string;
  network: Network;
  onSaved: (name: string) => void;
}) {
  const [name, setName] = useState('');
  const [fix, setFix] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const isOnline = useOnline();
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (contactName: string) =>
      send('addContact', { contactName, contactNumber: phone, contactNetwork: network }),
    onSuccess: (_reply, contactName) => {
      onSaved(contactName);
      return queryClient.invalidateQueries({ queryKey: keys.contacts });
    },
    onError: (error) => {
      setFix(wordsOf(error));
      toast.error(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return setFix('Enter the name that you know them by.');
    if (!saving.isPending) saving.mutate(trimmed);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex basis-full items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Nickname"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={limits.contactNameMaximum}
          value={name}
          error={fix}
          onChange={(event) => {
            setName(event.target.value);
            setFix(undefined);
          }}
        />
      </div>
      <Button type="submit" busy={saving.isPending} busyLabel="Saving" disabled={!isOnline}>
        Save
      </Button>
    </form>
  );
}
