/** Opening the shop: why, and the password once more, because from then on money leaves again. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { keys, securityQuery } from '../../../platform/queries.ts';
import { Refusal, send } from '../../../platform/send.ts';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { longestReason } from './decide-item.tsx';

export function OpenSheet({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const hasTotp = useQuery(securityQuery).data?.hasTotp === true;
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  return (
    <StepUpSheet
      title="Open the shop"
      fields={hasTotp ? ['password', 'code'] : ['password']}
      label="Open the shop"
      busyLabel="Opening"
      question={{
        isWrong: fix !== undefined,
        isAnswered() {
          const isBlank = reason.trim() === '';
          setFix(isBlank ? 'Say what was compared: it goes into the staff record.' : undefined);
          return !isBlank;
        },
      }}
      onClose={onClose}
      run={async ({ password, code }) => {
        try {
          const { msg } = await send('openShop', {
            reason: reason.trim(),
            password,
            ...(code !== '' && { code }),
          });
          toast.success(msg);
          onClose();
          await queryClient.invalidateQueries();
        } catch (error) {
          if (error instanceof Refusal) {
            setFix(error.errorOf('reason'));
            // Somebody was faster, or something is missing again.
            await queryClient.invalidateQueries({ queryKey: keys.recovery });
          }
          throw error;
        }
      }}
    >
      <p className="text-ink-2">From then on everybody buys, sends and withdraws again.</p>
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        error={fix}
        maxLength={longestReason}
        hint="What was compared, and with what result"
        onChange={(event) => {
          setReason(event.target.value);
          setFix(undefined);
        }}
      />
    </StepUpSheet>
  );
}
