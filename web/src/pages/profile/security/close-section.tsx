import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { to } from '../../../platform/paths.ts';
import { send } from '../../../platform/send.ts';
import { endSession } from '../../../platform/session.ts';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { twoStepFields, type SecondFactors } from '../../../shared/forms/two-step-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Section } from './section.tsx';

/** The last thing that one does here. */
export function CloseSection(factors: SecondFactors) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <Section
      title="Close account"
      actions={
        <Button kind="danger" onClick={() => setOpen(true)}>
          Close my account
        </Button>
      }
    >
      Spend or withdraw what is in your wallet first. All devices and API tokens are logged out.
      {isOpen && (
        <StepUpSheet
          title="Close my account"
          fields={twoStepFields(factors)}
          passkey={factors.hasPasskey}
          label="Close my account"
          busyLabel="Closing"
          isDangerous
          onClose={() => setOpen(false)}
          run={async ({ password, code }) => {
            const { msg } = await send('closeAccount', { password, ...(code !== '' && { code }) });
            toast.success(msg);
            void navigate(to.landing);
            endSession();
            queryClient.clear();
          }}
        >
          <p className="text-ink-2">
            Nobody can log in from then on. Your username, email and phone number stay taken; we can open the
            account again for you.
          </p>
        </StepUpSheet>
      )}
    </Section>
  );
}
