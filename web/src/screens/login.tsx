import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate } from '../ui/router.tsx';
import { messages } from '@jara/contract/messages.ts';
import { LedgerScreen } from '../parts/ledger-screen.tsx';
import { to } from '../paths.ts';
import { beginSession } from '../queries.ts';
import { send, wordsOf } from '../send.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';

export default function Login() {
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
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
    mutationFn: () => send('login', { userName: userName.trim(), password }),
    onSuccess: (reply) => {
      beginSession(queryClient, reply);
      // Shown in place of a private screen, the login leaves one where one wanted to go.
      if (isOwnScreen) navigate(to.dashboard, { replace: true });
    },
    onError: (error) => fail(wordsOf(error)),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (userName.trim() === '' || password === '') return fail(messages.loginFieldsRequired);
    setProblem(undefined);
    login.mutate();
  };

  if (token !== null && isOwnScreen) return <Navigate to={to.dashboard} replace />;
  return (
    <LedgerScreen title="Log in">
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
    </LedgerScreen>
  );
}
