/** What the mails say. Everything here is plain text; `write-mail.ts` escapes it where HTML is made. */
export interface Letter {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  button: { text: string; url: string } | null;
  /** Small print under the button. */
  notes: readonly string[];
  /** Ends mails of this kind; null for mails about one's own account. */
  unsubscribeUrl: string | null;
}

export interface MailReader {
  fullName: string;
  userName: string;
}

export const greet = ({ fullName }: MailReader): string => `Hello ${fullName},`;

export interface LowFloat {
  supplier: string;
  float: string;
}

/** To admins. `url` is where suppliers are looked after. */
export const floatLowLetter = (
  reader: MailReader,
  floats: readonly LowFloat[],
  alarm: string,
  url: string,
): Letter => ({
  subject: `Low float at ${floats.map(({ supplier }) => supplier).join(' and ')}`,
  greeting: greet(reader),
  paragraphs: [
    ...floats.map(({ supplier, float }) => `${supplier} holds ${float} of our money.`),
    `That is under the alarm of ${alarm}. Fill it up, or put another supplier first: a purchase that finds the float empty is refused and goes to the next supplier.`,
  ],
  button: { text: 'Look at the suppliers', url },
  notes: ['Told once when a float becomes low, then every hour while it is.'],
  unsubscribeUrl: null,
});

/** What admins are told of (`staff-alarms.ts`). */
export type AlarmKind =
  | 'backup_alarm'
  | 'archive_alarm'
  | 'books_alarm'
  | 'float_drift'
  | 'guessing_alarm'
  | 'staff_appointed'
  | 'staff_dismissed'
  | 'staff_stopped'
  | 'staff_opened'
  | 'staff_corrected';

/** What somebody did, each time; of what goes on by itself until somebody ends it they are told once a day. */
const mailedEachTime: ReadonlySet<AlarmKind> = new Set([
  'staff_appointed',
  'staff_dismissed',
  'staff_stopped',
  'staff_opened',
  'staff_corrected',
]);

export const isMailedEachTime = (kind: AlarmKind): boolean => mailedEachTime.has(kind);

const alarms: Readonly<Record<AlarmKind, { subject: string; advice: string; path: string }>> = {
  backup_alarm: {
    subject: 'The backups are too old',
    advice:
      'What is lost with the machine is all since the last one. Run npm run backup, and look why nothing did.',
    path: '/admin',
  },
  archive_alarm: {
    subject: 'The log of the database is not archived',
    advice: 'Until it is, a restore ends where the archive does, and the disk of the database fills.',
    path: '/admin',
  },
  books_alarm: {
    subject: 'The books do not hold',
    advice: 'Run npm run books -- --verify-chain, and change nothing by hand before it is understood.',
    path: '/admin',
  },
  float_drift: {
    subject: 'A supplier and the books differ',
    advice: 'Find out why: ask for its statement. A difference that has its reason is accepted by an admin.',
    path: '/admin/waiting',
  },
  guessing_alarm: {
    subject: 'Somebody is guessing passwords',
    advice:
      'Look at the security events: from where, and at which accounts. Each account and network is slowed down by itself.',
    path: '/admin',
  },
  staff_appointed: {
    subject: 'Somebody was made staff',
    advice: 'If none of you knows why, take the rights away at once, and look at what both of them did.',
    path: '/admin/users',
  },
  staff_dismissed: {
    subject: 'A colleague lost rights',
    advice:
      'Ask both of them. If it was not wanted, give the rights back, and look at what else was done by whoever took them.',
    path: '/admin/users',
  },
  staff_stopped: {
    subject: 'The account of a colleague was stopped',
    advice:
      'Ask both of them. If it was not wanted, open the account again, and look at what else was done by whoever stopped it.',
    path: '/admin/users',
  },
  staff_opened: {
    subject: 'The account of a colleague was opened again',
    advice: 'If none of you knows why, suspend it again at once, and look at what both of them did.',
    path: '/admin/users',
  },
  staff_corrected: {
    subject: 'What somebody is reached at was corrected',
    advice:
      'Whoever is reached there can set the password of this account. Ask its owner, not by the new address; if it was not their wish, take the rights of a colleague away at once, and suspend the account of a customer.',
    path: '/admin/users',
  },
};

export const isAlarm = (kind: string): kind is AlarmKind => Object.hasOwn(alarms, kind);

/** To admins. */
export const alarmLetter = (
  reader: MailReader,
  kind: AlarmKind,
  sentences: readonly string[],
  publicUrl: string,
): Letter => ({
  subject: alarms[kind].subject,
  greeting: greet(reader),
  paragraphs: [...sentences, alarms[kind].advice],
  button: { text: 'Go to the administration', url: `${publicUrl}${alarms[kind].path}` },
  notes: [
    isMailedEachTime(kind)
      ? 'Told each time. This mail has those of the last two days.'
      : 'Told once a day while it is so.',
  ],
  unsubscribeUrl: null,
});

/** To somebody who asked for it. `url` is where the service is used. */
export const serviceBackLetter = (reader: MailReader, service: string, url: string): Letter => ({
  subject: `${service} is back`,
  greeting: greet(reader),
  paragraphs: [`${service} is available again. You asked us to tell you.`],
  button: { text: `Go to ${service}`, url },
  notes: ['You asked for this one mail. The next time the service is away, you may ask again.'],
  unsubscribeUrl: null,
});

export interface CampaignText {
  subject: string;
  message: string;
  linkText: string;
  linkUrl: string;
}

/** Blank lines make paragraphs. */
export const campaignLetter = (
  reader: MailReader,
  { subject, message, linkText, linkUrl }: CampaignText,
  unsubscribeUrl: string | null,
): Letter => ({
  subject,
  greeting: greet(reader),
  paragraphs: message
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== ''),
  button: { text: linkText, url: linkUrl },
  notes: [],
  unsubscribeUrl,
});
