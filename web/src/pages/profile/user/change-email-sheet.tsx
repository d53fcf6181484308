import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { securityQuery } from '../../../platform/queries.ts';
import { Refusal, send } from '../../../platform/send.ts';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { TextField } from '../../../ui/field.tsx';
import { stepUpAsked, stepUpOf } from './strongest-step-up.ts';

export function ChangeEmailSheet({
  onDone,
  onClose,
}: {
  onDone: (msg: string) => Promise<void>;
  onClose: () => void;
}) {
  const security = useQuery(securityQuery).data;
  const [email, setEmail] = useState('');
  const [fix, setFix] = useState<string>();
  return (
    <StepUpSheet
      title="Change e-mail"
      {...stepUpAsked(security)}
      label="Send the link"
      busyLabel="Sending"
      question={{
        isWrong: fix !== undefined,
        isAnswered() {
          const isWhole = /^\S+@\S+\.\S+$/.test(email.trim());
          setFix(isWhole ? undefined : 'Enter the new e-mail address.');
          return isWhole;
        },
      }}
      onClose={onClose}
      run={async (secrets) => {
        try {
          const { msg } = await send('changeEmail', { email: email.trim(), ...stepUpOf(secrets) });
          await onDone(msg);
        } catch (error) {
          if (error instanceof Refusal) setFix(error.errorOf('email'));
          throw error;
        }
      }}
    >
      <TextField
        label="New e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="next"
        maxLength={254}
        value={email}
        error={fix}
        onChange={(event) => {
          setEmail(event.target.value);
          setFix(undefined);
        }}
      />
      <p className="text-meta text-ink-2">
        A link goes to the new address, and one to your present one. Unless you agree by the latter, no money
        is sent or withdrawn for a day after the change.
      </p>
    </StepUpSheet>
  );
}
