import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import type { PasskeyAnswer, PasskeyRequest } from '@jara/contract/passkey.ts';
import { messages } from '@jara/contract/messages.ts';
import { FormScreen } from '../../shared/form-screen.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { ProblemNotice } from '../../shared/load-failure.tsx';
import { to } from '../../platform/paths.ts';
import { beginSession } from '../../platform/queries.ts';
import { givePasskey, hasPasskeys } from '../../platform/passkeys.ts';
import { passkeyAskedIn, Refusal, send, wordsOf, type CallReply } from '../../platform/send.ts';
import { expiredUserId, useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { CodeField } from '../../shared/forms/code-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { StoppedOffer } from './stopped-offer.tsx';

/** Whoever needs it has the code of buying already. */
const SignedOutNotice = lazyAfterLoad(
  async () => (await import('../../features/checkout/signed-out-notice.tsx')).SignedOutNotice,
);

const DeviceStep = lazy(() => import('./device-step.tsx'));

export default function Login() {
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  /** The second step: null until the server asks for it. What was typed before stays. */
  const [code, setCode] = useState<string | null>(null);
  /** Where the code went that is asked for on a device that is new to the account. */
  const [sentTo, setSentTo] = useState<string>();
  /** What a passkey is asked for in that step. */
  const [asked, setAsked] = useState<PasskeyRequest>();
  /** Too many wrong passwords were given, perhaps by others: a code by mail leads past them. */
  const [isStopped, setStopped] = useState(false);
  /** That code was asked for. */
  const [isProving, setProving] = useState(false);
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
  const enter = (reply: CallReply<'login'>) => {
    beginSession(queryClient, reply);
    // Shown in place of a private screen, the login leaves one where one wanted to go.
    if (isOwnScreen) void navigate(to.dashboard, { replace: true });
  };
  const login = useMutation({
    mutationFn: (second: SecondStep) => send('login', { userName: userName.trim(), password, ...second }),
    onSuccess: enter,
    onError: (error) => {
      const refused = error instanceof Refusal ? error.code : undefined;
      setStopped(error instanceof Refusal && error.body['codeByMail'] === true);
      if (refused === 'device_code_required') {
        if (isProving) toast.success(wordsOf(error));
        return setProving(true);
      }
      // The code was right, or nothing more is to be done with it.
      if (error instanceof Refusal && error.status < 429 && refused !== 'wrong_code') setProving(false);
      // Only the right password leads to the second step, and it stays there until the password is wrong after all.
      if (error instanceof Refusal && refused === 'totp_required') {
        setAsked(passkeyAskedIn(error));
        if (code === null) setProblem(undefined);
        return setCode(code ?? '');
      }
      if (error instanceof Refusal && refused === 'login_code_required') {
        setSentTo(String(error.body['sentTo']));
        setProblem(undefined);
        if (code !== null) toast.success(error.msg);
        return setCode('');
      }
      // A passkey is asked for anew each time.
      if (refused === 'wrong_passkey') login.mutate({});
      if (refused === 'wrong_credentials') setCode(null);
      fail(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (userName.trim() === '' || password === '') return fail(messages.loginFieldsRequired);
    if (code?.trim() === '') return fail(sentTo === undefined ? codeMissing : mailedCodeMissing);
    setProblem(undefined);
    login.mutate(code === null ? {} : { code });
  };
  const askForDeviceCode = () => {
    if (userName.trim() === '' || password === '') return fail(messages.loginFieldsRequired);
    setProblem(undefined);
    login.mutate({ deviceCode: '' });
  };
  const passkeyLogin = useMutation({
    mutationFn: async () => {
      const { options } = await send('beginPasskeyLogin');
      const passkey = await givePasskey(options);
      if (passkey === null) throw new PasskeyNotGiven();
      return send('loginWithPasskey', { passkey });
    },
    onSuccess: enter,
    onError: (error) => fail(error instanceof PasskeyNotGiven ? passkeyMissing : wordsOf(error)),
  });
  const giveSecond = useMutation({
    mutationFn: async (request: PasskeyRequest) => {
      const passkey = await givePasskey(request);
      if (passkey === null) return fail(passkeyMissing);
      setProblem(undefined);
      login.mutate({ passkey });
    },
  });

  if (token !== null && isOwnScreen) return <Navigate to={to.dashboard} replace />;
  if (code !== null) {
    return (
      <FormScreen title="Log in">
        <CodeStep
          userName={userName.trim()}
          code={code}
          problem={problem}
          isBusy={login.isPending || giveSecond.isPending}
          {...(sentTo !== undefined && { mailed: { sentTo, onAgain: () => login.mutate({}) } })}
          {...(asked !== undefined && { onPasskey: () => giveSecond.mutate(asked) })}
          onChange={setCode}
          onSubmit={submit}
          onBack={() => {
            setProblem(undefined);
            setSentTo(undefined);
            setCode(null);
          }}
        />
      </FormScreen>
    );
  }
  if (isProving) {
    return (
      <FormScreen title="Log in">
        <Suspense>
          <DeviceStep
            userName={userName.trim()}
            problem={problem}
            isBusy={login.isPending}
            onCode={(deviceCode) => {
              setProblem(undefined);
              login.mutate({ deviceCode });
            }}
            onAgain={askForDeviceCode}
            onBack={() => {
              setProblem(undefined);
              setProving(false);
            }}
          />
        </Suspense>
      </FormScreen>
    );
  }
  return (
    <FormScreen title="Log in">
      <form onSubmit={submit} noValidate className="grid gap-5">
        {!isOwnScreen && expiredUserId() !== undefined && (
          <Suspense>
            <SignedOutNotice />
          </Suspense>
        )}
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
        <ProblemNotice words={problem} error={login.error ?? passkeyLogin.error} />
        {isStopped && (
          <StoppedOffer isBusy={login.isPending} onAsk={askForDeviceCode} onCode={() => setProving(true)} />
        )}
        <Button type="submit" wide busy={login.isPending} busyLabel="Checking">
          Log in
        </Button>
        {hasPasskeys() && (
          <Button
            kind="secondary"
            wide
            busy={passkeyLogin.isPending}
            busyLabel="Asking your device"
            onClick={() => {
              setProblem(undefined);
              passkeyLogin.mutate();
            }}
          >
            Log in with a passkey
          </Button>
        )}
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

const codeMissing = 'Enter a code, or a recovery code';
const mailedCodeMissing = 'Enter the code from the mail';
const passkeyMissing = 'No passkey was given. Try again, or log in another way';

class PasskeyNotGiven extends Error {}

type SecondStep = { code?: string; deviceCode?: string; passkey?: PasskeyAnswer };

function CodeStep({
  userName,
  code,
  problem,
  isBusy,
  mailed,
  onPasskey,
  onChange,
  onSubmit,
  onBack,
}: {
  userName: string;
  code: string;
  problem: string | undefined;
  isBusy: boolean;
  /** Of a code that went by mail. */
  mailed?: { sentTo: string; onAgain: () => void };
  /** Of whoever has a passkey, where the browser can ask for it. */
  onPasskey?: () => void;
  onChange: (code: string) => void;
  onSubmit: (event: SyntheticEvent) => void;
  onBack: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  // Whoever uses a passkey gets no keyboard for a code.
  const isByPasskey = useRef(false);
  useEffect(() => {
    if (!isBusy && !isByPasskey.current) form.current?.querySelector('input')?.focus();
  }, [isBusy]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        isByPasskey.current = false;
        onSubmit(event);
        if (code.trim() === '') form.current?.querySelector('input')?.focus();
      }}
      noValidate
      className="grid gap-5"
    >
      <p className="text-ink-2">
        The password of <b className="font-semibold text-ink">{userName}</b> is right. One step more
        {mailed !== undefined && ', because this device is new here'}.
      </p>
      {onPasskey !== undefined && (
        <Button
          wide
          busy={isBusy}
          busyLabel="Checking"
          onClick={() => {
            isByPasskey.current = true;
            onPasskey();
          }}
        >
          Use your passkey
        </Button>
      )}
      <CodeField
        name="code"
        {...(mailed !== undefined && {
          hint: `Six digits from the mail to ${mailed.sentTo}. It may take a minute.`,
        })}
        enterKeyHint="go"
        value={code}
        error={problem}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        type="submit"
        kind={onPasskey === undefined ? 'primary' : 'secondary'}
        wide
        busy={isBusy}
        busyLabel="Checking"
      >
        Log in
      </Button>
      {mailed !== undefined && (
        <Button kind="secondary" wide onClick={mailed.onAgain}>
          Send another code
        </Button>
      )}
      <Button kind="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
