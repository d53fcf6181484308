/** One step with a token: the password is asked for before it is made, shown, rotated or lets more be spent; then the whole token stands here to be copied. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import type { ApiToken } from '@jara/contract/calls/api-tokens.ts';
import { usualScopes } from '@jara/contract/scopes.ts';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CodeLine } from './code-line.tsx';
import { CodeField } from '../../../shared/forms/code-field.tsx';
import { termsOf, TokenTerms } from './token-terms.tsx';

export type TokenStep =
  | { name: 'create'; usualDailyLimit: number | null }
  | { name: 'reveal' | 'rotate' | 'limit' | 'delete'; token: ApiToken }
  | { name: 'whole'; apiToken: string; msg: string };

interface Steps {
  onStep: (step: TokenStep | null) => void;
}

const titles: Record<TokenStep['name'], string> = {
  create: 'New token',
  reveal: 'Show token',
  rotate: 'Rotate token',
  limit: 'Daily limit',
  delete: 'Delete token',
  whole: 'Your API token',
};

const buttons = {
  create: { words: 'Make token', busy: 'Making it' },
  reveal: { words: 'Show token', busy: 'Opening it' },
  rotate: { words: 'Rotate token', busy: 'Rotating' },
  limit: { words: 'Set limit', busy: 'Setting it' },
  delete: { words: 'Delete token', busy: 'Deleting' },
} as const;

type AskingStep = Exclude<TokenStep, { name: 'whole' }>;

export function TokenSheet({ step, onStep }: { step: TokenStep | null } & Steps) {
  const formId = useId();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const close = () => onStep(null);
  const isAsking = step !== null && step.name !== 'whole';
  return (
    <Sheet
      title={step === null ? '' : titles[step.name]}
      open={step !== null}
      locked={isBusy}
      onClose={close}
      footer={
        isAsking ? (
          <Button
            type="submit"
            form={formId}
            wide
            kind={step.name === 'delete' ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={buttons[step.name].busy}
            disabled={!isOnline}
          >
            {isOnline ? buttons[step.name].words : noNetworkWords}
          </Button>
        ) : (
          <Button wide onClick={close}>
            Done
          </Button>
        )
      }
    >
      {step?.name === 'whole' && (
        <div className="grid gap-4">
          <p>{step.msg}.</p>
          <CodeLine label="Token" text={step.apiToken} />
          <p className="text-meta text-ink-2">
            Send it as x-auth-token. Do not put it into a page, an app or a repository that others can read.
          </p>
        </div>
      )}
      {isAsking && <Asking key={step.name} id={formId} step={step} onStep={onStep} onBusy={setBusy} />}
    </Sheet>
  );
}

const blank = {
  name: '',
  password: '',
  code: '',
  scopes: usualScopes,
  dailyLimit: '',
  addresses: '',
  expiresInDays: '',
};
type Draft = typeof blank;
type Errors = Partial<Record<'name' | 'password' | 'code' | 'dailyLimit' | 'addresses', string>>;

function Asking({
  id,
  step,
  onStep,
  onBusy,
}: { id: string; step: AskingStep; onBusy: (isBusy: boolean) => void } & Steps) {
  const [draft, setDraft] = useState({
    ...blank,
    ...(step.name === 'limit' && { dailyLimit: String(step.token.dailyLimit ?? '') }),
  });
  const [errors, setErrors] = useState<Errors>({});
  const [asksCode, setAsksCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fail = (words: string, found: Errors) => {
    setErrors(found);
    toast.error(words);
    focusFirstError(form.current);
  };
  const doing = useStep(step, {
    onBusy,
    onStep,
    onError: (error) => {
      if (error instanceof Refusal && error.code === 'totp_required') setAsksCode(true);
      fail(wordsOf(error), error instanceof Refusal ? errorsOf(error) : {});
    },
  });
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (doing.isPending) return;
    const found = check(step, draft);
    if (Object.keys(found).length === 0) return doing.mutate(draft);
    fail(step.name === 'create' ? messages.allFieldsRequired : 'Enter your password', found);
  };
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <About step={step} />
      {step.name === 'create' && (
        <TextField
          label="Name"
          hint="What will use it: shop website, till, script"
          autoComplete="off"
          maxLength={limits.apiTokenNameMaximum}
          value={draft.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
      {step.name === 'create' && (
        <TokenTerms draft={draft} errors={errors} usualDailyLimit={step.usualDailyLimit} onChange={change} />
      )}
      {step.name === 'limit' && (
        <TextField
          label="Most in 24 hours, in naira"
          hint="Leave it empty for no limit."
          inputMode="decimal"
          autoComplete="off"
          value={draft.dailyLimit}
          error={errors.dailyLimit}
          onChange={(event) => change({ dailyLimit: event.target.value })}
        />
      )}
      {step.name !== 'delete' && (
        <PasswordField
          label="Your password"
          hint={
            step.name === 'limit'
              ? 'For a higher limit, or none. A lower one needs no password.'
              : 'Where you have a PIN or two-step login, that is asked for too.'
          }
          autoComplete="current-password"
          enterKeyHint="go"
          value={draft.password}
          error={errors.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      )}
      {asksCode && (
        <CodeField
          value={draft.code}
          error={errors.code}
          onChange={(event) => change({ code: event.target.value })}
        />
      )}
      {doing.isError && Object.keys(errors).length === 0 && <FailureNotice error={doing.error} />}
    </form>
  );
}

function About({ step }: { step: AskingStep }) {
  if (step.name === 'create') return null;
  const { name, masked } = step.token;
  return (
    <div className="grid gap-2">
      <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
      <p className="font-mono text-meta [overflow-wrap:anywhere]">{masked}</p>
      {step.name === 'rotate' && <p>You get a new token. The old one works for one more day.</p>}
      {step.name === 'delete' && <p>Whatever uses it is refused from that moment on.</p>}
    </div>
  );
}

function useStep(
  step: AskingStep,
  {
    onBusy,
    onStep,
    onError,
  }: { onBusy: (isBusy: boolean) => void; onError: (error: unknown) => void } & Steps,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => takeStep(step, draft),
    onMutate: () => onBusy(true),
    onSettled: () => {
      onBusy(false);
      // What the profile shows of the newest token changes, too.
      void queryClient.invalidateQueries({ queryKey: keys.profile });
      return queryClient.invalidateQueries({ queryKey: keys.apiTokens });
    },
    onSuccess: (done) => {
      onStep(done.apiToken === null ? null : { name: 'whole', apiToken: done.apiToken, msg: done.msg });
      if (done.apiToken === null) toast.success(done.msg);
    },
    onError,
  });
}

async function takeStep(
  step: AskingStep,
  { name, password, code, ...terms }: Draft,
): Promise<{ msg: string; apiToken: string | null }> {
  const stepUp = { password, ...(code.trim() !== '' && { code }) };
  switch (step.name) {
    case 'create':
      return send('createApiToken', { name: name.trim(), ...termsOf(terms), ...stepUp });
    case 'reveal':
      return send('revealApiToken', { id: step.token._id, ...stepUp });
    case 'rotate':
      return send('rotateApiToken', { id: step.token._id, ...stepUp });
    case 'limit': {
      const dailyLimit = termsOf(terms).dailyLimit ?? null;
      const { msg } = await send('limitApiToken', { id: step.token._id, dailyLimit, ...stepUp });
      return { msg, apiToken: null };
    }
    case 'delete':
      return { ...(await send('deleteApiToken', { id: step.token._id })), apiToken: null };
  }
}

function check(step: AskingStep, { name, password }: Draft): Errors {
  return {
    ...(step.name === 'create' && name.trim() === '' && { name: 'Give it a name that tells it apart.' }),
    ...(step.name !== 'delete' &&
      step.name !== 'limit' &&
      password === '' && { password: 'Enter the password that you log in with.' }),
  };
}

function errorsOf(refusal: Refusal): Errors {
  const name = refusal.errorOf('name');
  const password = refusal.code === 'wrong_password' ? refusal.msg : refusal.errorOf('password');
  const named: [keyof Errors, string | undefined][] = [
    ['name', name],
    ['password', password],
    ['code', ['totp_required', 'wrong_code'].includes(refusal.code) ? refusal.msg : undefined],
    ['dailyLimit', refusal.errorOf('dailyLimit')],
    ['addresses', refusal.errorOf('addresses')],
  ];
  return Object.fromEntries(named.filter(([, words]) => words !== undefined));
}
