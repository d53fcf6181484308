/** A mail of staff to one user or to all: it is written down for each of them in one commit, and goes out afterwards. */
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { hashRequest, replayedHeaders } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { findReaderOrRefuse, readWantedMail, type WantedMail } from './wanted-mail.ts';

interface Campaign {
  id: bigint;
  recipients: number;
  requestHash: string;
}

/** Without a key, the same mail by the same person within this time is one press too many. */
const REPEAT_SECONDS = 60;

export const sendMail =
  ({ pool }: Context): Handler<'sendMail'> =>
  async ({ principal, body, request }) => {
    const wanted = readWantedMail(body);
    const key = request.idempotencyKey;
    const requestHash = hashRequest('sendMail', [
      wanted.subject,
      wanted.message,
      wanted.linkUrl,
      wanted.linkText,
      wanted.userAccount ?? '',
    ]);
    const { recipients, isReplayed } = await commitAsStaff(
      pool,
      principal,
      'sendMail',
    )(async (db) => {
      // Of one author one after the other: two equal requests at once see each other.
      const earlier = await findEarlier(db, principal.userId, key, requestHash);
      if (earlier !== undefined) {
        if (earlier.requestHash !== requestHash) refuse('idempotency_key_reused');
        return { recipients: earlier.recipients, isReplayed: true };
      }
      const userId = wanted.userAccount === null ? null : await findReaderOrRefuse(db, wanted.userAccount);
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

interface NewCampaign extends WantedMail {
  userId: bigint | null;
  authorId: bigint;
  key: string | null;
  requestHash: string;
}

async function make(db: Db, wanted: NewCampaign): Promise<{ id: bigint; recipients: number }> {
  const { id } = await db.get<{ id: bigint }>(
    `insert into mail_campaigns (author_id, idempotency_key, request_hash, subject, message, link_url, link_text, is_to_all, is_counted)
     values ($1, $2, $3, $4, $5, $6, $7, $8, true) returning id`,
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
