import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { messages } from '@jara/contract/messages.ts';
import { FormScreen } from '../../shared/form-screen.tsx';
import { to } from '../../platform/paths.ts';
import { beginSession } from '../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../platform/send.ts';
import { useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

export default function Login() {
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  /** The second step: null until the server asks for it. What was typed before stays. */
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { token } = useSession();
  const isOwnScreen = pathname === to.login;

  const fail = (words: string) => {
    setProblem(words);
    toast.error(words);
  };
  const login = useMutation({
    mutationFn: () => send('login', { userName: userName.trim(), password, ...(code !== null && { code }) }),
    onSuccess: (reply) => {
      beginSession(queryClient, reply);
      // Shown in place of a private screen, the login leaves one where one wanted to go.
      if (isOwnScreen) void navigate(to.dashboard, { replace: true });
    },
    onError: (error) => {
      const refused = error instanceof Refusal ? error.code : undefined;
      // Only the right password leads to the second step, and it stays there until the password is wrong after all.
      if (refused === 'totp_required' && code === null) {
        setProblem(undefined);
        return setCode('');
      }
      if (refused === 'wrong_credentials') setCode(null);
      fail(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (userName.trim() === '' || password === '') return fail(messages.loginFieldsRequired);
    if (code?.trim() === '') return fail(codeMissing);
    setProblem(undefined);
    login.mutate();
  };

  if (token !== null && isOwnScreen) return <Navigate to={to.dashboard} replace />;
  if (code !== null) {
    return (
      <FormScreen title="Log in">
        <CodeStep
          userName={userName.trim()}
          code={code}
          problem={problem}
          isBusy={login.isPending}
          onChange={setCode}
          onSubmit={submit}
          onBack={() => {
            setProblem(undefined);
            setCode(null);
          }}
        />
      </FormScreen>
    );
  }
  return (
    <FormScreen title="Log in">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Username, e-mail or phone number"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          value={userName}
          onChange={(event) => setUserName(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Link
          to={to.requestPasswordReset}
          className="-mt-3 justify-self-start py-2 text-meta font-semibold text-brand underline underline-offset-4"
        >
          Forgot your password?
        </Link>
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" wide busy={login.isPending} busyLabel="Checking">
          Log in
        </Button>
      </form>
      <p className="border-t border-line pt-4 text-ink-2">
        New here?{' '}
        <Link to={to.register} className="font-semibold text-brand underline underline-offset-4">
          Open an account
        </Link>
      </p>
    </FormScreen>
  );
}

const codeMissing = 'Enter the code from your authenticator app';

function CodeStep({
  userName,
  code,
  problem,
  isBusy,
  onChange,
  onSubmit,
  onBack,
}: {
  userName: string;
  code: string;
  problem: string | undefined;
  isBusy: boolean;
  onChange: (code: string) => void;
  onSubmit: (event: SyntheticEvent) => void;
  onBack: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-5">
      <p className="text-ink-2">
        The password of <b className="font-semibold text-ink">{userName}</b> is right. One step more.
      </p>
      <TextField
        label="Code"
        hint="Six digits from your authenticator app, or a recovery code."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        className="tabular-nums tracking-[0.2em]"
        value={code}
        error={problem}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" wide busy={isBusy} busyLabel="Checking">
        Log in
      </Button>
      <Button kind="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
