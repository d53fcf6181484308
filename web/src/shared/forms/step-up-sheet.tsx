/** A sheet that takes a few secrets and does one thing with them. What was typed stays until it is done. */
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { FailureNotice } from '../load-failure.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../online.ts';
import { hasPasskeys } from '../../platform/passkeys.ts';
import { Refusal } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { CodeField } from './code-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export type SecretName = 'password' | 'oldPin' | 'pin' | 'pinCheck' | 'code';
export type Secrets = Record<SecretName, string>;

const blank: Secrets = { password: '', oldPin: '', pin: '', pinCheck: '', code: '' };

export interface StepUpSheetProps {
  title: string;
  fields: readonly SecretName[];
  /** What the button says; `busyLabel` while it runs. */
  label: string;
  busyLabel: string;
  isDangerous?: boolean;
  /** Before two-step login is on there are no recovery codes. */
  isFirstCode?: boolean;
  /** Throws what `send` throws; closing the sheet is up to it. */
  run: (secrets: Secrets) => Promise<void>;
  onClose: () => void;
  /** Whoever has a passkey gives it in place of the code; `alone`: in place of everything. */
  passkey?: boolean | 'alone';
  /** What is asked above the secrets, in `children`; it says beside itself what is wrong with its answer. */
  question?: { isAnswered: () => boolean; isWrong: boolean };
  children?: ReactNode;
}

/** Drawn while it is open only, so that no secret outlives it. */
export function StepUpSheet(props: StepUpSheetProps) {
  const {
    title,
    fields: allFields,
    label,
    busyLabel,
    isDangerous = false,
    isFirstCode = false,
    run,
    onClose,
    passkey = false,
    question,
    children,
  } = props;
  const [secrets, setSecrets] = useState(blank);
  const [errors, setErrors] = useState<Partial<Secrets>>({});
  const [wantsCode, setWantsCode] = useState(false);
  const isByPasskey = passkey !== false && hasPasskeys() && !wantsCode;
  const isReplaced = (name: SecretName) => name === 'code' || (passkey === 'alone' && name === 'password');
  const fields = isByPasskey ? allFields.filter((name) => !isReplaced(name)) : allFields;
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const isOnline = useOnline();
  const doing = useMutation({
    mutationFn: run,
    onError: (error) => {
      setErrors(errorsOf(error, allFields));
      // None was given: there are other ways.
      if (error instanceof Refusal && error.code === 'totp_required') setWantsCode(true);
      focusFirstError(form.current);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (doing.isPending) return;
    const found = check(secrets, fields);
    setErrors(found);
    const isAnswered = question?.isAnswered() ?? true;
    if (Object.keys(found).length > 0 || !isAnswered) return focusFirstError(form.current);
    doing.mutate(secrets);
  };
  const change = (name: SecretName, value: string) => {
    setSecrets({ ...secrets, [name]: value });
    setErrors({ ...errors, [name]: '' });
    doing.reset();
  };
  const isElsewhere =
    doing.error !== null &&
    question?.isWrong !== true &&
    Object.values(errors).every((words) => words === '');
  return (
    <Sheet
      title={title}
      open
      locked={doing.isPending}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form={formId}
          wide
          kind={isDangerous ? 'danger' : 'primary'}
          busy={doing.isPending}
          busyLabel={busyLabel}
          disabled={!isOnline}
        >
          {isOnline ? label : noNetworkWords}
        </Button>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="grid gap-5">
        {children}
        {fields.map((name) => (
          <SecretField
            key={name}
            name={name}
            value={secrets[name]}
            error={errors[name]}
            isFirstCode={isFirstCode}
            onChange={(value) => change(name, value)}
          />
        ))}
        {isByPasskey && (
          <p className="text-meta text-ink-2">
            Your browser asks for your passkey.{' '}
            <button
              type="button"
              className="font-semibold text-brand underline underline-offset-4"
              onClick={() => setWantsCode(true)}
            >
              {passkey === 'alone' ? 'Use your password instead' : 'Use a code instead'}
            </button>
          </p>
        )}
        {isElsewhere && <FailureNotice error={doing.error} />}
      </form>
    </Sheet>
  );
}

function SecretField({
  name,
  value,
  error,
  isFirstCode,
  onChange,
}: {
  name: SecretName;
  value: string;
  error: string | undefined;
  isFirstCode: boolean;
  onChange: (value: string) => void;
}) {
  const shared = { name, value, error, enterKeyHint: 'go' } as const;
  if (name === 'password') {
    return (
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        onChange={(event) => onChange(event.target.value)}
        {...shared}
      />
    );
  }
  if (name === 'code') {
    return <CodeField isFirst={isFirstCode} onChange={(event) => onChange(event.target.value)} {...shared} />;
  }
  return (
    <TextField
      label={pinLabels[name]}
      {...(name === 'pin' && { hint: '4 to 6 digits that nobody would guess.' })}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      className="tracking-[0.4em] tabular-nums"
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      {...shared}
    />
  );
}

const pinLabels = { oldPin: 'Your PIN now', pin: 'New PIN', pinCheck: 'New PIN again' };

const missing: Secrets = {
  password: 'Enter your password.',
  oldPin: 'Enter the PIN that you have now.',
  pin: 'Use 4 to 6 digits.',
  pinCheck: 'Enter the PIN again.',
  code: 'Enter the code.',
};

function check(secrets: Secrets, fields: readonly SecretName[]): Partial<Secrets> {
  const errors: Partial<Secrets> = {};
  for (const name of fields) if (secrets[name].trim() === '') errors[name] = missing[name];
  if (fields.includes('pin') && !/^\d{4,6}$/.test(secrets.pin)) errors.pin = missing.pin;
  else if (fields.includes('pinCheck') && secrets.pinCheck !== '' && secrets.pinCheck !== secrets.pin) {
    errors.pinCheck = 'The two PINs differ.';
  }
  return errors;
}

/** What the server found, beside the field that it speaks of. */
function errorsOf(error: unknown, fields: readonly SecretName[]): Partial<Secrets> {
  if (!(error instanceof Refusal)) return {};
  if (error.code === 'wrong_password') return { password: error.msg };
  if (error.code === 'wrong_code' || (error.code === 'totp_required' && fields.includes('code')))
    return { code: error.msg };
  const named = fields.map((name) => [name, error.errorOf(name)] as const);
  return Object.fromEntries(named.filter(([, words]) => words !== undefined));
}
