import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type SyntheticEvent } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { readPhone } from '@jara/contract/phone.ts';
import { FormScreen } from '../../../shared/form-screen.tsx';
import { PhoneField, phoneFix } from '../../../shared/forms/phone-field.tsx';
import { ProblemNotice } from '../../../shared/load-failure.tsx';
import { to } from '../../../platform/paths.ts';
import { beginSession } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Costs } from './costs.tsx';
import { StoppedOffer } from '../stopped-offer.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { toast } from '../../../ui/toast.tsx';

const DeviceStep = lazy(() => import('../device-step.tsx'));

const blank = { userName: '', email: '', phoneNumber: '', password: '', passwordCheck: '' };
type Form = typeof blank;
type Errors = Partial<Record<keyof Form, string>>;

export default function Register() {
  const { referralId } = useParams();
  const [form, setForm] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  /** A password that is shown need not be typed twice: what is seen is sent as both. */
  const [shown, setShown] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  /** Others registered too often behind the same address: a code by mail leads past them. */
  const [isStopped, setStopped] = useState(false);
  /** That code is asked for. */
  const [isProving, setProving] = useState(false);
  /** Once it was right: what else was wrong is put right without another one. */
  const deviceCode = useRef<string>(undefined);
  const fields = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { token } = useSession();

  const register = useMutation({
    mutationFn: ({ filled, code }: { filled: Form; code: string | undefined }) =>
      send('register', {
        ...filled,
        userName: filled.userName.trim(),
        email: filled.email.trim(),
        phoneNumber: readPhone(filled.phoneNumber) ?? filled.phoneNumber,
        ...(referralId !== undefined && { referredBy: referralId }),
        ...(code !== undefined && { deviceCode: code }),
      }),
    onSuccess: (reply) => {
      beginSession(queryClient, reply);
      toast.success(reply.msg);
      void navigate(to.dashboard, { replace: true });
    },
    onError: (error) => {
      if (error instanceof Refusal) {
        setErrors(errorsOf(error));
        if (error.code === 'wrong_code' || error.status === 429) deviceCode.current = undefined;
        if (error.code === 'device_code_required') {
          toast.success(wordsOf(error));
          return setProving(true);
        }
        // A code that was right before is over, or was for another address: the way to another one.
        setStopped(error.code === 'wrong_code' || error.body['codeByMail'] === true);
        // The code was right, and something else is to be put right.
        if (error.status < 429 && error.code !== 'wrong_code') {
          setProving(false);
          focusFirstError(fields.current);
        }
      }
      fail(wordsOf(error));
    },
  });

  const fail = (words: string) => {
    setProblem(words);
    toast.error(words);
  };
  const change = (field: keyof Form, value: string) => {
    const next = { ...form, [field]: value };
    setForm(next);
    if (field === 'email') deviceCode.current = undefined;
    if (submitted) setErrors(check(mirrored(next, shown)).errors);
  };
  const go = (code: string | undefined) => {
    const filled = mirrored(form, shown);
    const { errors: found, words } = check(filled);
    setSubmitted(true);
    setErrors(found);
    if (words !== undefined) {
      setProving(false);
      focusFirstError(fields.current);
      return fail(words);
    }
    setProblem(undefined);
    register.mutate({ filled, code });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    go(deviceCode.current);
  };
  const prove = (isShown: boolean) => {
    setProblem(undefined);
    setProving(isShown);
    // Once the fields stand there again.
    if (!isShown) requestAnimationFrame(() => fields.current?.querySelector('input')?.focus());
  };
  const bind = (field: keyof Form) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  if (token !== null && !register.isSuccess) return <Navigate to={to.dashboard} replace />;
  return (
    <FormScreen
      title="Open an account"
      aside={<Costs />}
      intro={referralId === undefined ? 'One account for airtime and data.' : `Invited by ${referralId}.`}
    >
      {isProving && (
        <Suspense>
          <DeviceStep
            intro={
              <>
                A mail goes to <b className="font-semibold text-ink">{form.email.trim()}</b>, unless one went
                within the hour: with a code, or because you have an account already. What you typed stays.
              </>
            }
            action="Register"
            again="Ask for the mail again"
            problem={problem}
            isBusy={register.isPending}
            onCode={(code) => {
              deviceCode.current = code;
              go(code);
            }}
            onAgain={() => go('')}
            onBack={() => prove(false)}
          />
        </Suspense>
      )}
      <form ref={fields} hidden={isProving} onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Username"
          hint="3 to 20 letters, digits or underscores."
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          {...bind('userName')}
        />
        <TextField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
          {...bind('email')}
        />
        <PhoneField
          label="Phone number"
          name="phoneNumber"
          value={form.phoneNumber}
          error={errors.phoneNumber}
          onChange={(value) => change('phoneNumber', value)}
        />
        <PasswordField
          label="Password"
          hint={passwordHint(form.password)}
          autoComplete="new-password"
          enterKeyHint="next"
          onShownChange={setShown}
          {...bind('password')}
        />
        {!shown && (
          <TextField
            label="Password again"
            type="password"
            autoComplete="new-password"
            enterKeyHint="go"
            {...bind('passwordCheck')}
          />
        )}
        <ProblemNotice words={problem} error={register.error} />
        {isStopped && (
          <StoppedOffer isBusy={register.isPending} onAsk={() => go('')} onCode={() => prove(true)} />
        )}
        <Button type="submit" wide busy={register.isPending} busyLabel="Opening your account">
          Register
        </Button>
      </form>
      <p className="border-t border-line pt-4 text-ink-2">
        Have an account?{' '}
        <Link to={to.login} className="font-semibold text-brand underline underline-offset-4">
          Log in
        </Link>
      </p>
    </FormScreen>
  );
}

function mirrored(form: Form, shown: boolean): Form {
  return shown ? { ...form, passwordCheck: form.password } : form;
}

function passwordHint(password: string): string {
  const missing = limits.passwordMinimum - password.length;
  if (password === '' || missing > 0) return `At least ${limits.passwordMinimum} characters.`;
  return password.length < 12 ? 'Long enough. Longer is stronger.' : 'Long enough, and strong.';
}

/** What is wrong, field by field, and the sentence of the toast: the specification's where it has one. */
function check(form: Form): { errors: Errors; words?: string } {
  const errors: Errors = {};
  if (!/^\w{3,20}$/.test(form.userName.trim()))
    errors.userName = 'Use 3 to 20 letters, digits or underscores.';
  if (form.email.trim() === '') errors.email = 'Enter your e-mail address.';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim()))
    errors.email = 'An e-mail address looks like name@example.com.';
  const phone = phoneFix(form.phoneNumber);
  if (phone !== undefined) errors.phoneNumber = phone;
  if (form.password.length < limits.passwordMinimum || form.password.length > limits.passwordMaximum) {
    errors.password = `Use ${limits.passwordMinimum} to ${limits.passwordMaximum} characters.`;
  }
  if (form.passwordCheck !== form.password) errors.passwordCheck = 'The two passwords differ.';
  const words = toastWords(form, errors);
  return words === undefined ? { errors } : { errors, words };
}

function toastWords(form: Form, errors: Errors): string | undefined {
  const isAllEmpty = Object.values(form).every((value) => value.trim() === '');
  if (!isAllEmpty && form.email.trim() === '') return messages.emailRequired;
  if (Object.values(form).some((value) => value.trim() === '')) return messages.allFieldsRequired;
  if (errors.phoneNumber !== undefined) return messages.checkPhone;
  if (errors.passwordCheck !== undefined) return messages.samePasswordTwice;
  return Object.values(errors)[0];
}

function errorsOf(refusal: Refusal): Errors {
  const fields = Object.keys(blank) as (keyof Form)[];
  const errors = Object.fromEntries(fields.map((field) => [field, refusal.errorOf(field)]));
  if (refusal.code === 'username_taken') return { ...errors, userName: refusal.msg };
  if (refusal.code === 'email_taken') return { ...errors, email: refusal.msg };
  if (refusal.code === 'phone_taken') return { ...errors, phoneNumber: refusal.msg };
  return errors;
}
