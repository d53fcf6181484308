import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router';
import { RESET_LINK_MINUTES } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { FormScreen } from '../../shared/form-screen.tsx';
import { ProblemNotice } from '../../shared/load-failure.tsx';
import { to } from '../../platform/paths.ts';
import { send, wordsOf } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

export default function RequestPasswordReset() {
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const request = useMutation({
    mutationFn: () => send('requestPasswordReset', { email: email.trim() }),
    onError: (error) => {
      setProblem(wordsOf(error));
      toast.error(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (request.isPending) return;
    setProblem(undefined);
    if (email.trim() === '') {
      setMissing(true);
      toast.error(messages.emailRequired);
      return focusFirstError(form.current);
    }
    request.mutate();
  };

  return (
    <FormScreen title="Forgot your password?">
      {request.isSuccess ? (
        <>
          <Notice tone="success" title="Look into your mail">
            {request.data.msg}
          </Notice>
          <p className="text-ink-2">
            The link works once, for {RESET_LINK_MINUTES} minutes. Nothing there? Look among the unwanted
            mails, or ask for another link: it ends the one before.
          </p>
          <Button kind="secondary" onClick={() => request.reset()}>
            Ask for another link
          </Button>
        </>
      ) : (
        <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
          <TextField
            label="E-mail or username"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            value={email}
            error={isMissing ? 'Enter the e-mail or the username of your account.' : undefined}
            onChange={(event) => {
              setEmail(event.target.value);
              if (event.target.value.trim() !== '') setMissing(false);
            }}
          />
          <ProblemNotice words={problem} error={request.error} />
          <Button type="submit" wide busy={request.isPending} busyLabel="Sending">
            Send the link
          </Button>
        </form>
      )}
      <p className="border-t border-line pt-4 text-ink-2">
        It came back to you?{' '}
        <Link to={to.login} className="font-semibold text-brand underline underline-offset-4">
          Log in
        </Link>
      </p>
    </FormScreen>
  );
}
