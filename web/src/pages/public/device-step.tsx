import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { CodeField } from '../../shared/forms/code-field.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

const codeMissing = 'Enter the code from the mail';

/** Where others gave too many wrong passwords, or registered too often: the code from the mail, after which it goes on with what was typed. */
export default function DeviceStep({
  userName,
  intro,
  action = 'Log in',
  again = 'Send another code',
  problem,
  isBusy,
  onCode,
  onAgain,
  onBack,
}: {
  /** Of whoever logs in. */
  userName?: string;
  /** In place of what whoever logs in reads. */
  intro?: ReactNode;
  /** What goes on. */
  action?: string;
  again?: string;
  problem: string | undefined;
  isBusy: boolean;
  onCode: (code: string) => void;
  onAgain: () => void;
  onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isBusy) form.current?.querySelector('input')?.focus();
  }, [isBusy]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '') return onCode(code);
    toast.error(codeMissing);
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-ink-2">
        {intro ?? (
          <>
            If there is an account <b className="font-semibold text-ink">{userName}</b>, a code is on its way
            to its e-mail address. With it, the wrong passwords of others no longer stop you on this device.
          </>
        )}
      </p>
      <CodeField
        name="device-code"
        hint="Eight digits from the mail. It may take a minute; look among the unwanted mails too."
        enterKeyHint="go"
        value={code}
        error={isMissing ? codeMissing : problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" wide busy={isBusy} busyLabel="Checking">
        {action}
      </Button>
      <Button kind="secondary" wide disabled={isBusy} onClick={onAgain}>
        {again}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
