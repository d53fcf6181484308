/** E-mail and phone: whether they are proved to be the user's, and the ways to prove them and to change them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User } from '@jara/contract/calls/accounts.ts';
import { untilWords } from '@jara/contract/lagos-time.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { contactDetailsQuery, keys } from '../../../platform/queries.ts';
import { send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ChangeEmailSheet } from './change-email-sheet.tsx';
import { Facts, Section } from './facts.tsx';
import { PhoneSheet } from './phone-sheet.tsx';
import { EmailAddress } from '../../../shared/email-address.tsx';

type Details = CallReply<'getContactDetails'>;
type Step = 'email' | 'phone' | 'code';

export function ContactDetails({ user }: { user: User }) {
  const { data: details, isPending } = useQuery(contactDetailsQuery);
  const [step, setStep] = useState<Step>();
  const queryClient = useQueryClient();
  const sendLink = useMutation({
    mutationFn: () => send('sendEmailLink'),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(wordsOf(error)),
  });
  const sendCode = useMutation({
    mutationFn: () => send('sendPhoneCode'),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      setStep('code');
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  const close = () => setStep(undefined);
  const done = async (msg: string) => {
    toast.success(msg);
    close();
    await queryClient.invalidateQueries({ queryKey: keys.security });
    await queryClient.invalidateQueries({ queryKey: keys.profile });
  };
  return (
    <Section
      title="E-mail and phone"
      note="A link to a new password goes to your e-mail address, so make sure that it is right."
    >
      <div className="grid gap-4">
        <Facts
          facts={[
            {
              label: 'E-mail',
              value: (
                <Shown state={details?.isEmailConfirmed}>
                  <EmailAddress address={user.email} />
                </Shown>
              ),
            },
            {
              label: 'Phone number',
              value: <Shown state={details?.isPhoneConfirmed}>{formatPhone(user.phoneNumber)}</Shown>,
            },
          ]}
        />
        {details?.emailChange && <PendingChange change={details.emailChange} />}
        {isPending && <div className="min-h-12" />}
        {details !== undefined && (
          <div className="flex flex-wrap gap-2">
            {!details.isEmailConfirmed && (
              <Button busy={sendLink.isPending} onClick={() => sendLink.mutate()}>
                Confirm e-mail
              </Button>
            )}
            {details.sendsSms && !details.isPhoneConfirmed && (
              <Button kind="secondary" busy={sendCode.isPending} onClick={() => sendCode.mutate()}>
                Confirm phone
              </Button>
            )}
            <Button kind="secondary" onClick={() => setStep('email')}>
              Change e-mail
            </Button>
            {details.sendsSms && (
              <Button kind="secondary" onClick={() => setStep('phone')}>
                Change phone
              </Button>
            )}
          </div>
        )}
        {details?.sendsSms === false && (
          <p className="text-meta text-ink-2">To have the phone number changed, write to us.</p>
        )}
      </div>
      {step === 'email' && <ChangeEmailSheet onDone={done} onClose={close} />}
      {(step === 'phone' || step === 'code') && (
        <PhoneSheet startsWith={step} present={user.phoneNumber} onDone={done} onClose={close} />
      )}
    </Section>
  );
}

/** Before the state is known, its place is held. */
function Shown({ state, children }: { state: boolean | undefined; children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {children}
      {state === undefined ? (
        <span className="invisible" aria-hidden="true">
          <Pill tone="amber">Not confirmed</Pill>
        </span>
      ) : (
        <Pill tone={state ? 'success' : 'amber'}>{state ? 'Confirmed' : 'Not confirmed'}</Pill>
      )}
    </span>
  );
}

function PendingChange({ change: { email, until } }: { change: NonNullable<Details['emailChange']> }) {
  return (
    <Notice tone="amber" title={`${email} is not your address yet`}>
      Open the link that went there, {untilWords(new Date(until))} at the latest. The link that went to your
      present address agrees to the change or stops it.
    </Notice>
  );
}
