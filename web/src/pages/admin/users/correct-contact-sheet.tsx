/** Mends an e-mail address or a phone number that its owner cannot change. */
import { useState } from 'react';
import { formatPhone } from '@jara/contract/phone.ts';
import { send } from '../../../platform/send.ts';
import { TextField } from '../../../ui/field.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

function CorrectForm({ user, onDone }: UserFormProps) {
  const [email, setEmail] = useState(user.email);
  const [phone, setPhone] = useState(formatPhone(user.phoneNumber));
  const correct = useChangeOfUser(
    (reason: string) =>
      send('correctContactDetails', {
        id: user._id,
        reason,
        ...(email.trim() !== user.email && { email: email.trim() }),
        ...(phone.trim() !== formatPhone(user.phoneNumber) && { phoneNumber: phone.trim() }),
      }),
    { onDone },
  );
  return (
    <div className="grid gap-5">
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="off"
        maxLength={24}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <ReasonForm
        doing={correct}
        onReason={(reason) => correct.mutate(reason)}
        action="Correct"
        kind="danger"
      >
        Whoever reads the e-mail address can set a new password: make sure who asks. Both addresses are told,
        and with another e-mail address no money leaves for a day. Where this installation asks for two,
        another admin confirms another e-mail address first when the account holds much.
      </ReasonForm>
    </div>
  );
}

export const CorrectContactSheet = userSheet('Correct e-mail or phone', CorrectForm);
