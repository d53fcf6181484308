/** Asks who somebody is in a session of before, over whatever is open; what they were doing goes on by itself after it. */
import { useQuery } from '@tanstack/react-query';
import { answerStepUp, useStepUpQuestion } from '../../platform/step-up-question.ts';
import { securityQuery } from '../../platform/queries.ts';
import { send } from '../../platform/send.ts';
import { StepUpSheet } from './step-up-sheet.tsx';
import { twoStepFields } from './two-step-fields.ts';

export const StaffStepUpSheet = () => (useStepUpQuestion() ? <Question /> : null);

function Question() {
  const { hasTotp = false, hasPasskey = false } = useQuery(securityQuery).data ?? {};
  return (
    <StepUpSheet
      title="Is it you?"
      fields={twoStepFields({ hasTotp, hasPasskey })}
      passkey={hasPasskey && 'alone'}
      label="Continue"
      busyLabel="Checking"
      onClose={() => answerStepUp(false)}
      run={async ({ password, code }) => {
        await send('confirmStepUp', { ...(password !== '' && { password }), ...(code !== '' && { code }) });
        answerStepUp(true);
      }}
    >
      <p className="text-meta text-ink-2">This is done only shortly after you said who you are.</p>
    </StepUpSheet>
  );
}
