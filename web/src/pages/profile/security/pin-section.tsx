import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { Section } from './section.tsx';

export function PinSection({ hasPin }: { hasPin: boolean }) {
  const [open, setOpen] = useState<'set' | 'remove'>();
  const queryClient = useQueryClient();
  const close = () => setOpen(undefined);
  const done = async (msg: string) => {
    await queryClient.invalidateQueries({ queryKey: keys.security });
    toast.success(msg);
    close();
  };
  return (
    <Section
      title="PIN"
      isOn={hasPin}
      actions={
        <>
          <Button kind="secondary" onClick={() => setOpen('set')}>
            {hasPin ? 'Change PIN' : 'Set a PIN'}
          </Button>
          {hasPin && (
            <Button kind="quiet" onClick={() => setOpen('remove')}>
              Remove
            </Button>
          )}
        </>
      }
    >
      Asked for before money leaves your wallet. Whoever finds this phone unlocked can look, but not spend.
      {open === 'set' && (
        <StepUpSheet
          title={hasPin ? 'Change PIN' : 'Set a PIN'}
          fields={['pin', 'pinCheck', 'password']}
          label="Save PIN"
          busyLabel="Saving"
          onClose={close}
          run={async ({ password, pin, pinCheck }) => {
            const { msg } = await send('setPin', { password, pin, pinCheck });
            await done(msg);
          }}
        />
      )}
      {open === 'remove' && (
        <StepUpSheet
          title="Remove PIN"
          fields={['password']}
          label="Remove PIN"
          busyLabel="Removing"
          isDangerous
          onClose={close}
          run={async ({ password }) => {
            const { msg } = await send('removePin', { password });
            await done(msg);
          }}
        >
          <p className="text-ink-2">Money will leave your wallet without asking again.</p>
        </StepUpSheet>
      )}
    </Section>
  );
}
