import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { FormScreen } from '../../shared/form-screen.tsx';
import { PasswordMeter } from '../../shared/forms/password-meter.tsx';
import { ProblemNotice } from '../../shared/load-failure.tsx';
import { to } from '../../platform/paths.ts';
import { Refusal, send, wordsOf } from '../../platform/send.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

interface ResetLink {
  userId: string;
  token: string;
}

/** The mail's link has both behind the #, which browsers send to nobody; both may also stand after the question mark or in the path. */
function useResetLink(): ResetLink | undefined {
  const params = useParams();
  const { hash, search } = useLocation();
  const [link] = useState(() => {
    const said = new URLSearchParams(hash === '' ? search : hash.slice(1));
    return {
      userId: params['userId'] ?? said.get('userId') ?? '',
      token: params['token'] ?? said.get('token') ?? '',
    };
  });
  return link.userId === '' || link.token === '' ? undefined : link;
}

export default function PasswordReset() {
  const link = useResetLink();
  // The token is a key: it does not stay in the address bar and the history.
  useEffect(() => window.history.replaceState(null, '', to.passwordReset), []);
  return (
    <FormScreen title="Choose a new password">
      {link === undefined ? (
        <LinkIsOver words="This link is not whole. Open the one in your newest mail, or ask for another." />
      ) : (
        <NewPassword link={link} />
      )}
    </FormScreen>
  );
}

function LinkIsOver({ words }: { words: string }) {
  return (
    <>
      <Notice tone="danger">{words}</Notice>
      <ButtonLink to={to.requestPasswordReset} wide>
        Ask for another link
      </ButtonLink>
    </>
  );
}

type Errors = Partial<Record<'password' | 'passwordCheck', string>>;

function NewPassword({ link }: { link: ResetLink }) {
  const [password, setPassword] = useState('');
  const [passwordCheck, setPasswordCheck] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refusedFields, setRefusedFields] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { errors, words } = check(password, passwordCheck);
  const shown = wasRefused ? { ...refusedFields, ...errors } : {};

  const fail = (what: string) => {
    setProblem(what);
    setRefused(true);
    toast.error(what);
    focusFirstError(form.current);
  };
  const reset = useMutation({
    mutationFn: () =>
      send('resetPassword', { ...link, newPassword: password, newPasswordCheck: passwordCheck }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      void navigate(to.landing);
    },
    onError: (error) => {
      if (error instanceof Refusal) setRefusedFields(errorsOf(error));
      fail(wordsOf(error));
    },
  });
  if (reset.error instanceof Refusal && reset.error.code === 'reset_link_over') {
    return <LinkIsOver words={`${reset.error.msg}.`} />;
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    setRefusedFields({});
    if (words !== undefined) return fail(words);
    setProblem(undefined);
    reset.mutate();
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <div className="grid gap-4">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          enterKeyHint="next"
          value={password}
          error={shown.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordMeter password={password} />
      </div>
      <PasswordField
        label="New password again"
        name="passwordCheck"
        autoComplete="new-password"
        enterKeyHint="go"
        value={passwordCheck}
        error={shown.passwordCheck}
        onChange={(event) => setPasswordCheck(event.target.value)}
      />
      {Object.keys(shown).length === 0 && <ProblemNotice words={problem} error={reset.error} />}
      <Button type="submit" wide busy={reset.isPending} busyLabel="Changing">
        Change password
      </Button>
      <p className="text-meta text-ink-2">You are signed out everywhere, and log in with the new one.</p>
    </form>
  );
}

/** What is wrong, and the sentence of the toast: the specification's where it has one. */
function check(password: string, passwordCheck: string): { errors: Errors; words?: string } {
  const { passwordMinimum: minimum, passwordMaximum: maximum } = limits;
  const errors: Errors = {};
  if (password.length < minimum || password.length > maximum) {
    errors.password = `Use ${minimum} to ${maximum} characters.`;
  }
  if (passwordCheck === '') errors.passwordCheck = 'Enter the new password again.';
  else if (passwordCheck !== password) errors.passwordCheck = 'The two passwords differ.';
  if (password === '' || passwordCheck === '') return { errors, words: messages.allFieldsRequired };
  if (password !== passwordCheck) return { errors, words: messages.samePasswordTwice };
  return errors.password === undefined ? { errors } : { errors, words: errors.password };
}

/** The fields of the call are named otherwise than those of the screen. */
function errorsOf(refusal: Refusal): Errors {
  const named: [keyof Errors, string | undefined][] = [
    ['password', refusal.errorOf('newPassword')],
    ['passwordCheck', refusal.errorOf('newPasswordCheck')],
  ];
  return Object.fromEntries(named.filter(([, words]) => words !== undefined));
}
