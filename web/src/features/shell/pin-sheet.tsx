/** Asks for the PIN over whatever is open, and stays until the server has looked at it: a wrong one is put right in its place. */
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router';
import { to } from '../../platform/paths.ts';
import { answerPin, BY_PASSKEY, usePinQuestion, type PinQuestion } from '../../platform/pin-question.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export function PinSheet() {
  const question = usePinQuestion();
  const formId = useId();
  const isChecking = question?.isChecking ?? false;
  return (
    <Sheet
      title="Your PIN"
      open={question !== null}
      locked={isChecking}
      onClose={() => answerPin(null)}
      footer={
        <Button type="submit" form={formId} wide busy={isChecking} busyLabel="Checking">
          Continue
        </Button>
      }
    >
      {question !== null && <PinForm id={formId} {...question} />}
    </Sheet>
  );
}

function PinForm({ id, error, canUsePasskey, isChecking }: { id: string } & PinQuestion) {
  const [pin, setPin] = useState('');
  const [fix, setFix] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.querySelector('input');
    // What was typed stays, marked, so that the next digit begins anew.
    if (!isChecking) field?.select();
    field?.focus();
  }, [isChecking]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isChecking) return;
    if (!/^\d{4,6}$/.test(pin)) return setFix('Your PIN has 4 to 6 digits.');
    answerPin(pin);
  };
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="PIN"
        hint="Money leaves your wallet only with it."
        type="password"
        name="pin"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={6}
        className="tabular-nums tracking-[0.4em]"
        value={pin}
        error={fix ?? error}
        onChange={(event) => {
          setPin(event.target.value.replace(/\D/g, ''));
          setFix(undefined);
        }}
      />
      {canUsePasskey && (
        <Button kind="secondary" onClick={() => answerPin(BY_PASSKEY)}>
          Use a passkey instead
        </Button>
      )}
      <p className="text-meta text-ink-2">
        Forgotten?{' '}
        <Link
          to={to.security}
          onClick={() => answerPin(null)}
          className="font-semibold text-brand underline underline-offset-4"
        >
          Set a new one with your password
        </Link>
      </p>
    </form>
  );
}
