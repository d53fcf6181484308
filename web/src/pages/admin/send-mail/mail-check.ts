import { messages } from '@jara/contract/messages.ts';

/** As the call names its fields; a blank `userAccount` means all users. */
export const blankMail = { userAccount: '', subject: '', message: '', url: 'https://', linkMessage: '' };
export type Mail = typeof blankMail;
export type MailErrors = Partial<Record<keyof Mail, string>>;

const missing: MailErrors = {
  subject: 'Say what the mail is about.',
  message: 'Write what you want to say.',
  url: 'Enter the link that the button opens.',
  linkMessage: 'Say what the button does, such as See the prices.',
};
const isBlank = (field: keyof Mail, text: string): boolean =>
  text.trim() === '' || (field === 'url' && text.trim() === blankMail.url);

/** What is wrong, field by field, and the sentence of the toast. */
export function checkMail(mail: Mail): { errors: MailErrors; words?: string } {
  const fields = ['subject', 'message', 'linkMessage', 'url'] as const;
  const errors: MailErrors = Object.fromEntries(
    fields.filter((field) => isBlank(field, mail[field])).map((field) => [field, missing[field]]),
  );
  if (Object.keys(errors).length > 0) return { errors, words: messages.allFieldsRequired };
  if (isSafeLink(mail.url.trim())) return { errors };
  const words = 'Enter a link that begins with https://';
  return { errors: { url: `${words}, for example https://example.com/prices` }, words };
}

function isSafeLink(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return protocol === 'https:' && username === '' && password === '';
  } catch {
    return false;
  }
}

/** As the call takes it. */
export function toSend({ userAccount, ...mail }: Mail) {
  const account = userAccount.trim();
  return account === '' ? mail : { ...mail, userAccount: account };
}
