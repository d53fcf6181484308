import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '@jara/contract/api.ts';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { StepUpSheet, type Secrets } from '../../../shared/forms/step-up-sheet.tsx';
import type { SecondFactors } from '../../../shared/forms/two-step-fields.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';
import { SetupKey } from './setup-key.tsx';

type Open =
  | { step: 'begin' | 'renew' | 'remove' }
  | { step: 'confirm'; begun: CallReply<'beginTotp'> }
  | { step: 'codes'; codes: readonly string[] };

export function TotpSection({
  hasTotp,
  hasPasskey,
  recoveryCodesLeft,
}: SecondFactors & { recoveryCodesLeft: number }) {
  const [open, setOpen] = useState<Open>();
  return (
    <Section
      title="Two-step login"
      isOn={hasTotp}
      actions={
        <>
          {(hasTotp || hasPasskey) && (
            <Button kind="secondary" onClick={() => setOpen({ step: 'renew' })}>
              New recovery codes
            </Button>
          )}
          {hasTotp ? (
            <Button kind="quiet" onClick={() => setOpen({ step: 'remove' })}>
              Switch off
            </Button>
          ) : (
            <Button kind="secondary" onClick={() => setOpen({ step: 'begin' })}>
              Switch on
            </Button>
          )}
        </>
      }
    >
      <p>After the password, a code from an app on your phone. A stolen password alone opens nothing.</p>
      {(hasTotp || hasPasskey) && <p className="mt-1 text-ink">{leftWords(recoveryCodesLeft)}</p>}
      {open !== undefined && <Step open={open} hasPasskey={hasPasskey} onChange={setOpen} />}
    </Section>
  );
}

const leftWords = (left: number): string =>
  left === 0
    ? 'No recovery codes are left.'
    : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`;

const stepUpOf = ({ password, code }: Secrets) => ({ password, ...(code !== '' && { code }) });

function Step({
  open,
  hasPasskey,
  onChange,
}: {
  open: Open;
  hasPasskey: boolean;
  onChange: (open: Open | undefined) => void;
}) {
  const queryClient = useQueryClient();
  const close = () => onChange(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.security });
  switch (open.step) {
    case 'begin':
      return (
        <StepUpSheet
          key="begin"
          title="Switch on two-step login"
          fields={hasPasskey ? ['password', 'code'] : ['password']}
          passkey={hasPasskey}
          label="Continue"
          busyLabel="Preparing"
          onClose={close}
          run={async (secrets) =>
            onChange({ step: 'confirm', begun: await send('beginTotp', stepUpOf(secrets)) })
          }
        >
          <p className="text-ink-2">
            You need an authenticator app on your phone, for example Google Authenticator, Aegis or the one of
            your password manager.
          </p>
        </StepUpSheet>
      );
    case 'confirm':
      return (
        <StepUpSheet
          key="confirm"
          title="Switch on two-step login"
          fields={['code']}
          isFirstCode
          label="Switch on"
          busyLabel="Checking"
          onClose={close}
          run={async ({ code }) => {
            const { recoveryCodes } = await send('confirmTotp', { code });
            await refresh();
            onChange({ step: 'codes', codes: recoveryCodes });
          }}
        >
          <SetupKey {...open.begun} />
        </StepUpSheet>
      );
    case 'renew':
      return (
        <StepUpSheet
          key="renew"
          title="New recovery codes"
          fields={['password', 'code']}
          passkey={hasPasskey}
          label="Make new codes"
          busyLabel="Making"
          onClose={close}
          run={async (secrets) => {
            const { recoveryCodes } = await send('renewRecoveryCodes', stepUpOf(secrets));
            await refresh();
            onChange({ step: 'codes', codes: recoveryCodes });
          }}
        >
          <p className="text-ink-2">The codes that you have now stop working.</p>
        </StepUpSheet>
      );
    case 'remove':
      return (
        <StepUpSheet
          key="remove"
          title="Switch off two-step login"
          fields={['password', 'code']}
          passkey={hasPasskey}
          label="Switch off"
          busyLabel="Switching off"
          isDangerous
          onClose={close}
          run={async (secrets) => {
            const { msg } = await send('removeTotp', stepUpOf(secrets));
            await refresh();
            toast.success(msg);
            close();
          }}
        >
          <p className="text-ink-2">
            {hasPasskey
              ? 'After the password your passkey is asked for, and no code of the app any more.'
              : 'Your password alone will open your account again.'}
          </p>
        </StepUpSheet>
      );
    case 'codes':
      return <RecoveryCodes codes={open.codes} onClose={close} />;
  }
}
