import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../../shared/online.ts';
import { PasswordMeter } from '../../shared/forms/password-meter.tsx';
import { ProblemNotice } from '../../shared/load-failure.tsx';
import { ScreenHead } from '../../shared/screen.tsx';
import { to } from '../../platform/paths.ts';
import { Refusal, send, wordsOf } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, SwitchField } from '../../ui/field.tsx';
import { CodeField } from '../../shared/forms/code-field.tsx';
import { toast } from '../../ui/toast.tsx';

const blank = { oldPassword: '', password: '', passwordCheck: '', code: '' };
type Form = typeof blank;
type Errors = Partial<Record<keyof Form, string>>;

export default function ChangePassword() {
  const [form, setForm] = useState(blank);
  // On unless somebody says otherwise: whoever had the old password may have made one.
  const [endApiTokens, setEndApiTokens] = useState(true);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [asksCode, setAsksCode] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const isOnline = useOnline();

  const fail = (words: string) => {
    setProblem(words);
    toast.error(words);
    focusFirstError(element.current);
  };
  const changePassword = useMutation({
    mutationFn: ({ oldPassword, password, passwordCheck, code }: Form) =>
      send('changePassword', {
        oldPassword,
        newPassword: password,
        newPasswordCheck: passwordCheck,
        endApiTokens,
        ...(code.trim() !== '' && { code }),
      }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      void navigate(to.dashboard);
    },
    onError: (error) => {
      if (error instanceof Refusal) {
        setErrors(errorsOf(error));
        if (error.code === 'totp_required') setAsksCode(true);
      }
      fail(wordsOf(error));
    },
  });
  const change = (field: keyof Form, value: string) => {
    const next = { ...form, [field]: value };
    setForm(next);
    if (wasRefused) setErrors(check(next).errors);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (changePassword.isPending) return;
    const { errors: found, words } = check(form);
    setErrors(found);
    setRefused(true);
    if (words !== undefined) return fail(words);
    setProblem(undefined);
    changePassword.mutate(form);
  };
  const bind = (field: keyof Form) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Settings">
        Change the password of your account. PIN, two-step login and devices are under{' '}
        <Link to={to.security} className="font-semibold text-brand underline underline-offset-4">
          Security
        </Link>
        .
      </ScreenHead>
      <form ref={element} onSubmit={submit} noValidate className="grid max-w-form grid-cols-1 gap-5">
        <PasswordField
          label="Old password"
          autoComplete="current-password"
          enterKeyHint="next"
          {...bind('oldPassword')}
        />
        <div className="grid gap-4">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            enterKeyHint="next"
            {...bind('password')}
          />
          <PasswordMeter password={form.password} />
        </div>
        <PasswordField
          label="New password again"
          autoComplete="new-password"
          enterKeyHint="go"
          {...bind('passwordCheck')}
        />
        {asksCode && <CodeField {...bind('code')} />}
        <SwitchField
          label="End my API tokens too"
          hint="Programs that use one stop until you give them a new one."
          checked={endApiTokens}
          onChange={setEndApiTokens}
        />
        {Object.keys(errors).length === 0 && <ProblemNotice words={problem} error={changePassword.error} />}
        <Button type="submit" wide busy={changePassword.isPending} busyLabel="Changing" disabled={!isOnline}>
          {isOnline ? 'Change password' : noNetworkWords}
        </Button>
        <p className="text-meta text-ink-2">You stay signed in here; everywhere else you are signed out.</p>
      </form>
    </div>
  );
}

/** What is wrong, field by field, and the sentence of the toast: the specification's where it has one. */
function check(form: Form): { errors: Errors; words?: string } {
  const { oldPassword, password, passwordCheck } = form;
  const { passwordMinimum: minimum, passwordMaximum: maximum } = limits;
  const errors: Errors = {};
  if (oldPassword === '') errors.oldPassword = 'Enter the password that you use now.';
  if (password.length < minimum || password.length > maximum) {
    errors.password = `Use ${minimum} to ${maximum} characters.`;
  }
  if (passwordCheck === '') errors.passwordCheck = 'Enter the new password again.';
  else if (passwordCheck !== password) errors.passwordCheck = 'The two new passwords differ.';
  if (oldPassword === '' || password === '' || passwordCheck === '') {
    return { errors, words: messages.allFieldsRequired };
  }
  if (password !== passwordCheck) return { errors, words: messages.samePasswordTwice };
  const words = Object.values(errors)[0];
  return words === undefined ? { errors } : { errors, words };
}

/** The fields of the call are named otherwise than those of the screen. */
function errorsOf(refusal: Refusal): Errors {
  const named: [keyof Form, string | undefined][] = [
    ['oldPassword', refusal.code === 'wrong_password' ? refusal.msg : refusal.errorOf('oldPassword')],
    ['password', refusal.errorOf('newPassword')],
    ['passwordCheck', refusal.errorOf('newPasswordCheck')],
    ['code', ['totp_required', 'wrong_code'].includes(refusal.code) ? refusal.msg : undefined],
  ];
  return Object.fromEntries(named.filter(([, words]) => words !== undefined));
}
