/** The second step of verifying who one is: the code that went to the register's phone, or name and date of birth as they stand there. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { IdentityCheck } from '@jara/contract/calls/person/kyc.ts';
import type { User } from '@jara/contract/calls/accounts.ts';
import { FailureNotice } from '../load-failure.tsx';
import { Refusal, send } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toast.tsx';
import { noNetworkWords, useOnline } from '../online.ts';
import { CodeForm } from './code-form.tsx';

export interface Confirmed {
  msg: string;
  user: User;
  askedAt: number;
}

interface ConfirmProps {
  check: IdentityCheck;
  onConfirmed: (confirmed: Confirmed) => void;
  /** The number was not the right one. */
  onAnother: () => void;
}

export function ConfirmIdentityForm({ check, onConfirmed, onAnother }: ConfirmProps) {
  const confirm = async (body: Partial<Record<'code' | Name, string>>) => {
    const askedAt = Date.now();
    const confirmed = await send('confirmIdentity', body);
    toast.success(confirmed.msg);
    onConfirmed({ ...confirmed, askedAt });
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {check.by === 'code' ? (
        <CodeForm
          hint={`Six digits that went to the phone number that was registered with your ${check.kind.toUpperCase()}.`}
          run={(code) => confirm({ code })}
        />
      ) : (
        <DetailsForm run={confirm} />
      )}
      <Button kind="quiet" onClick={onAnother}>
        Send the number again, or another
      </Button>
    </div>
  );
}

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', missing: 'Enter your first name.' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', missing: 'Enter your last name.' },
  { name: 'dateOfBirth', label: 'Date of birth', autoComplete: 'bday', missing: 'Enter your date of birth.' },
] as const;
type Name = (typeof fields)[number]['name'];
type Texts = Record<Name, string>;

const blank: Texts = { firstName: '', lastName: '', dateOfBirth: '' };

function DetailsForm({ run }: { run: (texts: Texts) => Promise<void> }) {
  const [texts, setTexts] = useState(blank);
  const [errors, setErrors] = useState<Partial<Texts>>({});
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const confirm = useMutation({
    mutationFn: run,
    onError: (error) => {
      const said = (name: Name) => (error instanceof Refusal ? error.errorOf(name) : undefined) ?? '';
      setErrors({
        firstName: said('firstName'),
        lastName: said('lastName'),
        dateOfBirth: said('dateOfBirth'),
      });
      focusFirstError(form.current);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const found: Partial<Texts> = {};
    for (const { name, missing } of fields) if (texts[name].trim() === '') found[name] = missing;
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    confirm.mutate(texts);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <p className="text-meta text-ink-2">
        As they were registered with your number. They are compared, not kept.
      </p>
      {fields.map(({ name, label, autoComplete }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          type={name === 'dateOfBirth' ? 'date' : 'text'}
          autoComplete={autoComplete}
          maxLength={100}
          value={texts[name]}
          error={errors[name]}
          onChange={(event) => {
            setTexts({ ...texts, [name]: event.target.value });
            setErrors({});
          }}
        />
      ))}
      {confirm.isError && <FailureNotice error={confirm.error} />}
      <Button type="submit" wide busy={confirm.isPending} busyLabel="Checking" disabled={!isOnline}>
        {isOnline ? 'Confirm' : noNetworkWords}
      </Button>
    </form>
  );
}
