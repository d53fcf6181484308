/** Two steps: which number, with what guards the account; then the code that went there. For the number of now the second alone. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPhone, readPhone } from '@jara/contract/phone.ts';
import { securityQuery } from '../../../platform/queries.ts';
import { Refusal, send } from '../../../platform/send.ts';
import { CodeForm } from '../../../shared/forms/code-form.tsx';
import { PhoneField, phoneFix } from '../../../shared/forms/phone-field.tsx';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { stepUpAsked, stepUpOf } from './strongest-step-up.ts';

export function PhoneSheet({
  startsWith,
  present,
  onDone,
  onClose,
}: {
  startsWith: 'phone' | 'code';
  present: string;
  onDone: (msg: string) => Promise<void>;
  onClose: () => void;
}) {
  const security = useQuery(securityQuery).data;
  const [sentTo, setSentTo] = useState(startsWith === 'code' ? present : undefined);
  const [phone, setPhone] = useState('');
  const [fix, setFix] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <Sheet title="Confirm phone" open onClose={onClose}>
        <CodeForm
          hint={`Six digits that went to ${formatPhone(sentTo)}, for 10 minutes.`}
          run={async (code) => onDone((await send('confirmPhone', { code })).msg)}
          {...(sentTo === present && { again: async () => (await send('sendPhoneCode')).msg })}
        />
      </Sheet>
    );
  }
  return (
    <StepUpSheet
      title="Change phone"
      {...stepUpAsked(security)}
      label="Send the code"
      busyLabel="Sending"
      question={{
        isWrong: fix !== undefined,
        isAnswered() {
          const found = phoneFix(phone);
          setFix(found);
          return found === undefined;
        },
      }}
      onClose={onClose}
      run={async (secrets) => {
        try {
          const phoneNumber = readPhone(phone) ?? phone;
          const { msg } = await send('changePhone', { phoneNumber, ...stepUpOf(secrets) });
          toast.success(msg);
          setSentTo(phoneNumber);
        } catch (error) {
          if (error instanceof Refusal) setFix(error.errorOf('phoneNumber'));
          throw error;
        }
      }}
    >
      <PhoneField
        label="New phone number"
        name="phoneNumber"
        value={phone}
        error={fix}
        onChange={(text) => {
          setPhone(text);
          setFix(undefined);
        }}
      />
    </StepUpSheet>
  );
}
