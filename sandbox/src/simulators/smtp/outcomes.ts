/** What happens to a mail is chosen by its recipient: by what stands before the @, alone or before a dot, plus, dash or underscore. */

export type MailOutcome = 'accepted' | 'refuse' | 'later' | 'slow' | 'lost';

interface MailTrouble {
  readonly name: Exclude<MailOutcome, 'accepted'>;
  readonly says: string;
}

export const MAIL_TROUBLES: readonly MailTrouble[] = [
  { name: 'refuse', says: 'Refused for good (550)' },
  { name: 'later', says: '"Come again" (451) twice, then kept' },
  { name: 'slow', says: 'Kept and answered after 5 s' },
  { name: 'lost', says: 'Kept, but the connection drops before the answer' },
];

/** How often `later` sends a sender away. */
export const DEFERRALS = 2;

export function mailOutcomeFor(address: string): MailOutcome {
  const [word] = /^[a-z]+(?=[.+_@-])/.exec(address) ?? [];
  return MAIL_TROUBLES.find(({ name }) => name === word)?.name ?? 'accepted';
}
