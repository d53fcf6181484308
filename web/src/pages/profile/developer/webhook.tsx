/** The address of the user's server that receives a webhook about each transaction, and the secret that signs the webhooks. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { keys, profileQuery } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { timeWords } from '../../../shared/when.tsx';
import { useSession } from '../../../platform/session.ts';
import { CodeField } from '../../../shared/forms/code-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CodeLine } from './code-line.tsx';

export function Webhook() {
  useQuery(profileQuery);
  const { signedIn } = useSession();
  const current = signedIn?.user.webhookUrl ?? null;
  const pausedAt = signedIn?.user.webhookPausedAt ?? null;
  const [typed, setTyped] = useState<string>();
  const [fix, setFix] = useState<string>();
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState<'secret' | 'removal' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const update = useUpdate(setSecret, (error) => {
    setFix(error instanceof Refusal ? error.errorOf('webhookUrl') : undefined);
    toast.error(wordsOf(error));
    focusFirstError(form.current);
  });
  const text = typed ?? current ?? '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    if (text.trim() !== '') return update.mutate({ webhookUrl: text.trim() });
    setFix('Enter the address of your server, such as https://example.com/jara.');
    toast.error('Enter a webhook address');
    focusFirstError(form.current);
  };
  const confirm = () => {
    if (asking === 'removal') update.mutate({ webhookUrl: '' }, { onSuccess: () => setTyped(undefined) });
    if (asking === 'secret' && current !== null) update.mutate({ webhookUrl: current, newSecret: true });
    setAsking(null);
  };
  return (
    <section aria-labelledby="webhook" className="grid grid-cols-1 gap-4 border-t border-ink pt-4">
      <div className="grid gap-1">
        <h2 id="webhook" className="display text-lead">
          Webhook
        </h2>
        <p className="max-w-reading text-meta text-ink-2">
          Your server is told when a transaction gets its outcome, signed, and again for three days until it
          answers.
        </p>
      </div>
      {pausedAt !== null && (
        <Notice tone="amber" title={`Paused since ${timeWords(pausedAt)}`}>
          Access to your account was ended then, so nothing is sent there. Look at the address and save it
          again: it gets a new secret.
        </Notice>
      )}
      <form
        ref={form}
        onSubmit={submit}
        noValidate
        className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField
          label="Webhook URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={2_000}
          value={text}
          error={fix}
          onChange={(event) => {
            setTyped(event.target.value);
            setFix(undefined);
          }}
        />
        <Button
          type="submit"
          className="sm:mt-6.5"
          busy={update.isPending}
          busyLabel="Saving"
          disabled={!isOnline}
        >
          {isOnline ? 'Save' : noNetworkWords}
        </Button>
      </form>
      {update.codeField}
      {secret !== null && (
        <Notice tone="amber" title="Keep this secret now: it is not shown again">
          <div className="grid gap-2 pt-1">
            <p>Your server checks the signature of each message with it.</p>
            <CodeLine label="Signing secret" text={secret} />
          </div>
        </Notice>
      )}
      {current !== null && (
        <div className="-mx-3 flex flex-wrap">
          <SendTest />
          <Button kind="quiet" compact className="min-h-12" onClick={() => setAsking('secret')}>
            New secret
          </Button>
          <Button kind="quiet" compact className="min-h-12" onClick={() => setAsking('removal')}>
            Remove
          </Button>
        </div>
      )}
      <Confirm asking={asking} onConfirm={confirm} onClose={() => setAsking(null)} />
    </section>
  );
}

/** `onSecret` receives a new secret, and that there is none any more; saving the same address again leaves it in sight. Whoever has two-step login is asked for a code, and does it again. */
function useUpdate(onSecret: (secret: string | null) => void, onError: (error: unknown) => void) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState<string>();
  const update = useMutation({
    mutationFn: (input: { webhookUrl: string; newSecret?: boolean }) =>
      send('updateWebhook', code ? { ...input, code } : input),
    onSuccess: ({ msg, webhookUrl, webhookSecret }) => {
      setCode(undefined);
      if (webhookSecret !== null || webhookUrl === null) onSecret(webhookSecret);
      toast.success(msg);
      return queryClient.invalidateQueries({ queryKey: keys.profile });
    },
    onError(error) {
      const isAsked = error instanceof Refusal && error.code === 'totp_required';
      setCode((typed) => (isAsked || typed !== undefined ? '' : undefined));
      onError(error);
    },
  });
  const codeField = code !== undefined && (
    <CodeField value={code} onChange={(event) => setCode(event.target.value)} />
  );
  return { ...update, codeField };
}

function SendTest() {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => send('testWebhook'),
    onSuccess: ({ msg, message }) => {
      if (message.state === 'delivered') toast.success(msg);
      else toast.error(msg);
    },
    onError: (error) => toast.error(wordsOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.webhookMessages }),
  });
  return (
    <Button
      kind="quiet"
      compact
      className="min-h-12"
      busy={test.isPending}
      busyLabel="Sending"
      onClick={() => test.mutate()}
    >
      Send a test
    </Button>
  );
}

const questions = {
  secret: {
    title: 'New secret',
    words:
      'The secret of now ends at once: until your server has the new one, it cannot check what it is told.',
    button: 'Make a new secret',
    kind: 'primary',
  },
  removal: {
    title: 'Remove webhook',
    words: 'Your server is told nothing more. What was not delivered yet is not sent.',
    button: 'Remove webhook',
    kind: 'danger',
  },
} as const;

function Confirm({
  asking,
  onConfirm,
  onClose,
}: {
  asking: keyof typeof questions | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const question = asking === null ? undefined : questions[asking];
  return (
    <Sheet
      title={question?.title ?? ''}
      open={question !== undefined}
      onClose={onClose}
      footer={
        question && (
          <Button wide kind={question.kind} onClick={onConfirm}>
            {question.button}
          </Button>
        )
      }
    >
      <p>{question?.words}</p>
    </Sheet>
  );
}
