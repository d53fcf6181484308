/** Reads what staff want to mail. What is wrong is refused with its field. */
import type { CallBody } from '@jara/contract/api.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { CampaignText } from './letters.ts';

export interface WantedMail extends CampaignText {
  /** Null: to all users. */
  userAccount: string | null;
}

const LONGEST = { subject: 200, message: 10_000, url: 2_000, linkMessage: 60 } as const;

export function readWantedMail(body: CallBody<'previewMail'>): WantedMail {
  const userAccount = readLine('userAccount', body.userAccount ?? '', 60).toLowerCase();
  return {
    subject: readLine('subject', body.subject, LONGEST.subject),
    message: readMessage(body.message),
    linkUrl: readUrl(body.url),
    linkText: readLine('linkMessage', body.linkMessage, LONGEST.linkMessage),
    userAccount: userAccount === '' ? null : userAccount,
  };
}

/** Line breaks of every kind, and what else steers a terminal or a mail header. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_BUT_LINES = /(?![\n\t])[\p{Cc}\u2028\u2029]/u;

/** Text that may stand in a header of a mail. */
function readLine(field: string, text: string, longest: number): string {
  if (CONTROL.test(text)) refuseField(field, 'Write this on one line');
  const line = text.trim();
  if (line.length > longest) refuseField(field, `Use at most ${longest} characters`);
  return line;
}

function readMessage(text: string): string {
  const message = text.replaceAll('\r\n', '\n').trim();
  if (CONTROL_BUT_LINES.test(message)) refuseField('message', 'Use plain text');
  if (message.length > LONGEST.message) refuseField('message', `Use at most ${LONGEST.message} characters`);
  return message;
}

function readUrl(text: string): string {
  const line = readLine('url', text, LONGEST.url);
  const url = URL.canParse(line) ? new URL(line) : null;
  // An address with a name before an @ is made to be misread.
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    refuseField('url', 'Enter a link that begins with https://');
  }
  return url.href;
}

export async function findReaderOrRefuse(db: Db, userName: string): Promise<bigint> {
  const user = await db.find<{ id: bigint }>('select id from users where user_name = $1', [userName]);
  const msg = 'Nobody here has this username';
  return user?.id ?? refuse('not_found', { msg, errors: [{ field: 'userAccount', msg }] });
}
