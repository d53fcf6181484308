import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { untilWords } from '@jara/contract/lagos-time.ts';
import { keys } from '../../../platform/queries.ts';
import { hasPasskeys } from '../../../platform/passkeys.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { StepUpSheet, type SecretName, type Secrets } from '../../../shared/forms/step-up-sheet.tsx';
import { Section } from './section.tsx';

/** What somebody proves that the PIN is theirs by. */
type StepUp = 'none' | 'oldPin' | 'code' | 'passkey';

export interface PinState {
  hasPin: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  pinRemovedAt: string | null;
}

export function PinSection({ hasPin, hasTotp, hasPasskey, pinRemovedAt }: PinState) {
  const [open, setOpen] = useState<'set' | 'remove'>();
  const [stepUp, setStepUp] = useState<StepUp>('none');
  const queryClient = useQueryClient();
  const close = () => setOpen(undefined);
  const done = async (msg: string) => {
    await queryClient.invalidateQueries({ queryKey: keys.security });
    toast.success(msg);
    close();
  };
  const isTyped = stepUp === 'oldPin' || stepUp === 'code';
  const stepUpFields: SecretName[] = isTyped ? [stepUp] : [];
  const stepUpOf = (secrets: Secrets) => ({
    ...(isTyped && { [stepUp]: secrets[stepUp] }),
    ...(stepUp === 'passkey' && { usePasskey: true }),
  });
  const canUsePasskey = hasPasskey && hasPasskeys();
  const isTwoStep = hasTotp || hasPasskey;
  const withoutPin: StepUp = canUsePasskey ? 'passkey' : isTwoStep ? 'code' : 'none';
  const begin = (what: 'set' | 'remove') => {
    setStepUp(hasPin ? 'oldPin' : withoutPin);
    setOpen(what);
  };
  return (
    <Section
      title="PIN"
      isOn={hasPin}
      actions={
        <>
          <Button kind="secondary" onClick={() => begin('set')}>
            {hasPin ? 'Change PIN' : 'Set a PIN'}
          </Button>
          {hasPin && pinRemovedAt === null && (
            <Button kind="quiet" onClick={() => begin('remove')}>
              Remove
            </Button>
          )}
        </>
      }
    >
      Asked for before money leaves your wallet. Whoever finds this phone unlocked can look, but not spend.
      {pinRemovedAt !== null && <PendingRemoval until={pinRemovedAt} onSaved={done} />}
      {open === 'set' && (
        <StepUpSheet
          title={hasPin ? 'Change PIN' : 'Set a PIN'}
          fields={[...stepUpFields, 'pin', 'pinCheck', 'password']}
          label="Save PIN"
          busyLabel="Saving"
          onClose={close}
          run={async (secrets) => {
            const { password, pin, pinCheck } = secrets;
            const input = { password, pin, pinCheck, ...stepUpOf(secrets) };
            const { msg } = await send('setPin', input).catch((error: unknown) => {
              // No passkey was given, or two-step login was switched on elsewhere.
              if (error instanceof Refusal && error.code === 'totp_required') setStepUp('code');
              throw error;
            });
            await done(msg);
          }}
        >
          {stepUp === 'oldPin' && isTwoStep && (
            <Other onClick={() => setStepUp(canUsePasskey ? 'passkey' : 'code')}>
              {canUsePasskey ? 'I do not know my PIN: use a passkey' : 'I do not know my PIN: use a code'}
            </Other>
          )}
          {stepUp === 'passkey' && <Other onClick={() => setStepUp('code')}>Use a code instead</Other>}
        </StepUpSheet>
      )}
      {open === 'remove' && (
        <StepUpSheet
          title="Remove PIN"
          fields={[...stepUpFields, 'password']}
          label="Remove PIN"
          busyLabel="Removing"
          isDangerous
          onClose={close}
          run={async (secrets) => {
            const { msg } = await send('removePin', { password: secrets.password, ...stepUpOf(secrets) });
            await done(msg);
          }}
        >
          <p className="text-ink-2">
            {stepUp === 'none'
              ? 'Without the PIN it takes 24 hours. We mail you now, and you can keep it until then. After that, little money leaves your wallet for a time.'
              : 'Money will leave your wallet without asking again.'}
          </p>
          {stepUp === 'oldPin' && <Other onClick={() => setStepUp(withoutPin)}>I do not know my PIN</Other>}
          {stepUp === 'passkey' && <Other onClick={() => setStepUp('code')}>Use a code instead</Other>}
          {stepUp === 'code' && <Other onClick={() => setStepUp('none')}>I have no code</Other>}
        </StepUpSheet>
      )}
    </Section>
  );
}

function Other({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <div>
      <Button kind="quiet" onClick={onClick}>
        {children}
      </Button>
    </div>
  );
}

/** Until the PIN goes, its owner may keep it. */
function PendingRemoval({ until, onSaved }: { until: string; onSaved: (msg: string) => Promise<void> }) {
  const keep = useMutation({
    mutationFn: () => send('keepPin'),
    onSuccess: ({ msg }) => onSaved(msg),
    onError: (error) => toast.error(wordsOf(error)),
  });
  return (
    <div className="mt-4 grid gap-3">
      <Notice tone="amber" title={`The PIN is removed ${untilWords(new Date(until))}`}>
        Somebody who knows your password asked for it without the PIN. If it was not you, keep it and change
        your password.
      </Notice>
      <div>
        <Button busy={keep.isPending} busyLabel="Keeping" onClick={() => keep.mutate()}>
          Keep my PIN
        </Button>
      </div>
    </div>
  );
}
