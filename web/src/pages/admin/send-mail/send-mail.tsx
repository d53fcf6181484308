import { useState, useRef, type SyntheticEvent } from 'react';
import { useDraft } from '../../../shared/forms/draft.ts';
import { useFilledIn } from '../../../shared/forms/filled-in.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { NamedUserField, useNamedUser } from '../../../shared/forms/named-user.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Campaigns } from './campaigns.tsx';
import { ConfirmMail } from './confirm-mail.tsx';
import { blankMail, checkMail, type Mail, type MailErrors } from './mail-check.ts';
import { MailPreview } from './mail-preview.tsx';

export default function SendMail() {
  const [mail, changeDraft] = useDraft('mail', blankMail);
  const [errors, setErrors] = useState<MailErrors>({});
  const [wasRefused, setRefused] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const reader = useNamedUser(mail.userAccount, (userAccount) => changeDraft({ userAccount }));
  useFilledIn('userAccount', reader.type);
  const needsCheck = mail.userAccount.trim() !== '' && reader.found === undefined;

  const change = (part: Partial<Mail>) => {
    const next = changeDraft(part);
    if (wasRefused) setErrors(checkMail(next).errors);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reader.isChecking) return;
    if (needsCheck) return reader.check();
    const { errors: found, words } = checkMail(mail);
    setErrors(found);
    setRefused(words !== undefined);
    if (words === undefined) return setConfirming(true);
    toast.error(words);
    focusFirstError(form.current);
  };
  const bind = (field: 'subject' | 'message' | 'url' | 'linkMessage') => ({
    value: mail[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });

  return (
    <div className="grid grid-cols-1 gap-10">
      <ScreenHead title="Send email">To one user or to all of them, in the look of the shop.</ScreenHead>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_min(25rem,48%)] lg:items-start">
        <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5 max-lg:max-w-form">
          <NamedUserField label="Username" hint="Leave it blank to write to all users" user={reader} />
          <TextField label="Subject" maxLength={200} autoComplete="off" {...bind('subject')} />
          <TextArea
            label="Message"
            hint="A blank line begins a new paragraph"
            maxLength={10_000}
            rows={7}
            {...bind('message')}
          />
          <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
            <TextField
              label="Button text"
              hint="What the button says"
              maxLength={60}
              autoComplete="off"
              {...bind('linkMessage')}
            />
            <TextField
              label="Link"
              hint="Where it leads"
              type="url"
              inputMode="url"
              autoCapitalize="none"
              maxLength={2_000}
              {...bind('url')}
            />
          </div>
          <Button
            type="submit"
            wide
            busy={reader.isChecking}
            busyLabel="Checking the username"
            disabled={!isOnline}
            className={needsCheck ? 'capitalize' : undefined}
          >
            {!isOnline ? noNetworkWords : needsCheck ? 'validate' : 'Send email'}
          </Button>
        </form>
        <MailPreview mail={mail} isComplete={checkMail(mail).words === undefined && !needsCheck} />
      </div>
      <Campaigns />
      <ConfirmMail
        mail={mail}
        reader={reader.found?.name ?? null}
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onRefused={(found) => {
          setErrors(found);
          focusFirstError(form.current);
        }}
      />
    </div>
  );
}
