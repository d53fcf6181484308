/** What staff do only with a reason and the own password once more. What was typed stays when it is refused. */
import { useQuery } from '@tanstack/react-query';
import { limits } from '@jara/contract/constants.ts';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { securityQuery } from '../../platform/queries.ts';
import { Refusal } from '../../platform/send.ts';
import { StepUpSheet } from '../../shared/forms/step-up-sheet.tsx';
import { twoStepFields } from '../../shared/forms/two-step-fields.ts';
import { TextField } from '../../ui/field.tsx';

/** What the call takes: without a code where nobody asks for one. */
export interface StepUpReason {
  reason: string;
  password: string;
  code?: string;
}

type Sheet = ComponentProps<typeof StepUpSheet>;

export function ReasonStepUpSheet({
  blank,
  hint,
  run,
  onRefused,
  children,
  ...sheet
}: Pick<Sheet, 'title' | 'label' | 'busyLabel' | 'isDangerous' | 'onClose'> & {
  /** What is said while no reason was typed. */
  blank: string;
  hint?: string;
  run: (input: StepUpReason) => Promise<void>;
  onRefused?: () => Promise<void>;
  children: ReactNode;
}) {
  const { hasTotp = false, hasPasskey = false } = useQuery(securityQuery).data ?? {};
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  return (
    <StepUpSheet
      {...sheet}
      fields={twoStepFields({ hasTotp, hasPasskey })}
      passkey={hasPasskey}
      question={{
        isWrong: fix !== undefined,
        isAnswered() {
          const isBlank = reason.trim() === '';
          setFix(isBlank ? blank : undefined);
          return !isBlank;
        },
      }}
      run={async ({ password, code }) => {
        try {
          await run({ reason: reason.trim(), password, ...(code !== '' && { code }) });
        } catch (error) {
          if (error instanceof Refusal) {
            setFix(error.errorOf('reason'));
            await onRefused?.();
          }
          throw error;
        }
      }}
    >
      {children}
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        error={fix}
        maxLength={limits.reasonMaximum}
        {...(hint !== undefined && { hint })}
        onChange={(event) => {
          setReason(event.target.value);
          setFix(undefined);
        }}
      />
    </StepUpSheet>
  );
}
