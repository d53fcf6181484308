/** The six digits that came to a phone. What was typed stays until they are right. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { Refusal, wordsOf } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toast.tsx';
import { noNetworkWords, useOnline } from '../online.ts';

export function CodeForm({
  hint,
  run,
  again,
}: {
  hint: string;
  /** Throws what `send` throws. */
  run: (code: string) => Promise<void>;
  /** Has another one sent, and gives the sentence about it. */
  again?: () => Promise<string>;
}) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const fail = (words: string) => {
    setProblem(words);
    focusFirstError(form.current);
  };
  const confirm = useMutation({
    mutationFn: run,
    onError: (error) => fail((error instanceof Refusal && error.errorOf('code')) || wordsOf(error)),
  });
  const resend = useMutation({
    mutationFn: async () => again?.(),
    onSuccess: (words) => words !== undefined && toast.success(words),
    onError: (error) => toast.error(wordsOf(error)),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    if (!/^\d{6}$/.test(code)) return fail('Enter the six digits.');
    setProblem(undefined);
    confirm.mutate(code);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <TextField
        label="Code"
        hint={hint}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={6}
        className="tracking-[0.2em] tabular-nums"
        value={code}
        error={problem}
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, ''));
          setProblem(undefined);
        }}
      />
      <Button type="submit" wide busy={confirm.isPending} busyLabel="Checking" disabled={!isOnline}>
        {isOnline ? 'Confirm' : noNetworkWords}
      </Button>
      {again !== undefined && (
        <Button kind="quiet" busy={resend.isPending} disabled={!isOnline} onClick={() => resend.mutate()}>
          Send another code
        </Button>
      )}
    </form>
  );
}
