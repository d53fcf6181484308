/** A mail of staff to one user or to all: it is written down for each of them in one commit, and goes out afterwards. */
import type { CallBody } from '@jara/contract/api.ts';
import { recordStaffAction } from '../admin/record-staff-action.ts';
import type { Context } from '../context.ts';
import type { Db } from '../platform/db.ts';
import { hashRequest, replayedHeaders } from '../platform/idempotency.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { Reply, type Handler } from '../platform/serve.ts';

interface Wanted {
  subject: string;
  message: string;
  linkUrl: string;
  linkText: string;
  /** Null: to all users. */
  userAccount: string | null;
}

interface Campaign {
  id: bigint;
  recipients: number;
  requestHash: string;
}

const LONGEST = { subject: 200, message: 10_000, url: 2_000, linkMessage: 60 } as const;
/** Without a key, the same mail by the same person within this time is one press too many. */
const REPEAT_SECONDS = 60;

export const sendMail =
  ({ pool }: Context): Handler<'sendMail'> =>
  async ({ principal, body, request }) => {
    const wanted = readWanted(body);
    const key = request.idempotencyKey;
    const requestHash = hashRequest('sendMail', [
      wanted.subject,
      wanted.message,
      wanted.linkUrl,
      wanted.linkText,
      wanted.userAccount ?? '',
    ]);
    const { recipients, isReplayed } = await pool.commit(async (db) => {
      // One after the other for each author, so that two equal requests at once see each other.
      await db.run('select from users where id = $1 for no key update', [principal.userId]);
      const earlier = await findEarlier(db, principal.userId, key, requestHash);
      if (earlier !== undefined) {
        if (earlier.requestHash !== requestHash) refuse('idempotency_key_reused');
        return { recipients: earlier.recipients, isReplayed: true };
      }
      const userId = wanted.userAccount === null ? null : await findUserOrRefuse(db, wanted.userAccount);
      const made = await make(db, { ...wanted, userId, authorId: principal.userId, key, requestHash });
      await recordStaffAction(db, principal, request, {
        action: 'sendMail',
        subject: `campaign ${made.id}`,
        after: { to: wanted.userAccount ?? 'all', subject: wanted.subject, recipients: made.recipients },
      });
      return { recipients: made.recipients, isReplayed: false };
    });
    return new Reply(
      202,
      { msg: describe(recipients, wanted.userAccount), recipients },
      isReplayed ? replayedHeaders : {},
    );
  };

function describe(recipients: number, userAccount: string | null): string {
  if (userAccount !== null) return `The mail to ${userAccount} is on its way`;
  return `The mail to ${recipients.toLocaleString('en-NG')} ${recipients === 1 ? 'user' : 'users'} is on its way`;
}

function readWanted(body: CallBody<'sendMail'>): Wanted {
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

/** By key when there is one; else the newest equal one of a moment ago. */
const findEarlier = (
  db: Db,
  authorId: bigint,
  key: string | null,
  requestHash: string,
): Promise<Campaign | undefined> =>
  db.find<Campaign>(
    `select id, recipients, request_hash as "requestHash" from mail_campaigns
     where author_id = $1 and case when $2::text is not null then idempotency_key = $2
       else request_hash = $3 and created_at > now() - make_interval(secs => $4) end
     order by id desc limit 1`,
    [authorId, key, requestHash, REPEAT_SECONDS],
  );

async function findUserOrRefuse(db: Db, userName: string): Promise<bigint> {
  const user = await db.find<{ id: bigint }>('select id from users where user_name = $1', [userName]);
  const msg = 'Nobody here has this username';
  return user?.id ?? refuse('not_found', { msg, errors: [{ field: 'userAccount', msg }] });
}

interface NewCampaign extends Wanted {
  userId: bigint | null;
  authorId: bigint;
  key: string | null;
  requestHash: string;
}

async function make(db: Db, wanted: NewCampaign): Promise<{ id: bigint; recipients: number }> {
  const { id } = await db.get<{ id: bigint }>(
    `insert into mail_campaigns (author_id, idempotency_key, request_hash, subject, message, link_url, link_text, is_to_all)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      wanted.authorId,
      wanted.key,
      wanted.requestHash,
      wanted.subject,
      wanted.message,
      wanted.linkUrl,
      wanted.linkText,
      wanted.userId === null,
    ],
  );
  const recipients = await addRecipients(db, id, wanted.userId);
  await db.run('update mail_campaigns set recipients = $2 where id = $1', [id, recipients]);
  return { id, recipients };
}

async function addRecipients(db: Db, campaignId: bigint, userId: bigint | null): Promise<number> {
  if (userId !== null) {
    return db.run(
      `insert into mails (user_id, campaign_id, kind, to_address) select id, $2, 'campaign', email from users where id = $1`,
      [userId, campaignId],
    );
  }
  // Each reader has a way out before the first mail goes to them.
  await db.run(
    'insert into mail_preferences (user_id) select id from users on conflict (user_id) do nothing',
  );
  return db.run(
    `insert into mails (user_id, campaign_id, kind, to_address)
     select u.id, $1, 'campaign', u.email from users u join mail_preferences p on p.user_id = u.id where p.unsubscribed_at is null`,
    [campaignId],
  );
}
