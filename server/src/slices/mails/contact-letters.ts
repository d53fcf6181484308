/** What is said to the addresses of an account about themselves. */
import { EMAIL_LINK_HOURS } from '@jara/contract/constants.ts';
import { greet, type Letter, type MailReader } from './letters.ts';

export type ContactMailKind =
  | 'confirm_email'
  | 'email_change_asked'
  | 'email_changed'
  | 'email_corrected'
  | 'phone_changed'
  | 'phone_corrected'
  | 'registration_tried';

/** Goes to whoever reads an address that was typed in: maybe a stranger, so it greets nobody by name. */
export const confirmEmailLetter = ({ userName }: MailReader, brandName: string, url: string): Letter => ({
  subject: `Confirm this e-mail address for ${brandName}`,
  greeting: 'Hello,',
  paragraphs: [
    `The account ${userName} at ${brandName} gave this as its e-mail address. If the account is yours, confirm it.`,
  ],
  button: { text: 'Confirm the address', url },
  notes: [
    `The link works once, for ${EMAIL_LINK_HOURS} hours. A newer one ends it.`,
    'If you have no such account, do nothing.',
  ],
  unsubscribeUrl: null,
});

/** Goes to whoever reads an address that was typed in, as well. */
export const registrationCodeLetter = (brandName: string, code: string): Letter => ({
  subject: `Your code to open an account at ${brandName}`,
  greeting: 'Hello,',
  paragraphs: [
    `Somebody wants to open an account at ${brandName} with this e-mail address. Very many do so on the same network, so the address has to be shown to be theirs.`,
    `If it is you, enter this code there: ${code}`,
    'If it is not you, do nothing, and tell the code to nobody: with it they would open an account in your name.',
  ],
  button: null,
  notes: ['The code works for an hour at least. One comes in an hour at most, whoever asks.'],
  unsubscribeUrl: null,
});

/** To the address that is to be replaced. The button leads to where one agrees or stops it. */
export const emailChangeAskedLetter = (
  reader: MailReader,
  brandName: string,
  { url, newEmail }: { url: string; newEmail: string },
): Letter => ({
  subject: `Your ${brandName} e-mail address is about to change`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody who knows what guards your account ${reader.userName} asked to change its e-mail address from this one to ${newEmail}. It changes as soon as that address is confirmed.`,
    'If it was you, agree to it: then no money is held after the change.',
    'If it was not you, stop it. That also works when the change was made already: it is put back, and everybody is logged out.',
  ],
  button: { text: 'Agree, or stop it', url },
  notes: [`The link works once, for ${EMAIL_LINK_HOURS} hours.`],
  unsubscribeUrl: null,
});

export const registrationTriedLetter = (reader: MailReader, brandName: string, url: string): Letter => ({
  subject: `You have an account at ${brandName}`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody tried to open an account with your e-mail address or phone number. You have one already: ${reader.userName}. Nothing was changed.`,
    'If it was you, log in, or choose a new password. If it was not you, there is nothing to do.',
  ],
  button: { text: 'Choose a new password', url },
  notes: ['Told once a day at most.'],
  unsubscribeUrl: null,
});

type Reported = Exclude<ContactMailKind, 'confirm_email' | 'email_change_asked' | 'registration_tried'>;

const news: Record<Reported, { subject: string; words: string }> = {
  email_changed: {
    subject: 'e-mail address was changed',
    words: 'The e-mail address of your account was changed, by a link that went to the new one',
  },
  email_corrected: {
    subject: 'e-mail address was corrected',
    words: 'We corrected the e-mail address of your account',
  },
  phone_changed: {
    subject: 'phone number was changed',
    words: 'The phone number of your account was changed, by a code that went to the new one',
  },
  phone_corrected: {
    subject: 'phone number was corrected',
    words: 'We corrected the phone number of your account',
  },
};

/** To the old address and to the new one: it names neither. */
export const contactChangedLetter = (
  reader: MailReader,
  brandName: string,
  kind: Reported,
  url: string,
  { subject, words } = news[kind],
): Letter => ({
  subject: `Your ${brandName} ${subject}`,
  greeting: greet(reader),
  paragraphs: [
    `${words} (${reader.userName}), a moment ago.`,
    'If you did not want this, answer this mail at once.',
  ],
  button: { text: 'Look at my account', url },
  notes: [],
  unsubscribeUrl: null,
});
