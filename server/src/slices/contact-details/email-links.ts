/**
 * Links that prove an e-mail address. The token is 256 random bits of which only a hash is stored, is made as the mail leaves, works once and
 * for a day; a newer one of its kind ends it. It stands behind the # of the address, which no browser sends to anybody.
 */
import { EMAIL_LINK_HOURS } from '@jara/contract/constants.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import type { EmailLinks } from '../mails/compose-mail.ts';
import type { Db } from '../../platform/db.ts';
import { openEmailChange } from './email-changes.ts';

export type EmailLinkPurpose = 'confirm' | 'decide';

export interface EmailLink {
  userId: bigint;
  purpose: EmailLinkPurpose;
  email: string;
}

/** What mails link to. None for an address that is not, and will not be, the user's. */
export const emailLinks = (context: Context): EmailLinks => ({
  async confirmEmail(userId, email) {
    const { email: present } = await context.pool.get<{ email: string }>(
      'select email from users where id = $1',
      [userId],
    );
    const change = await openEmailChange(context.pool, userId);
    const isWanted = email === present || (change?.newEmail === email && change.doneAt === null);
    return isWanted ? issueLink(context, { userId, purpose: 'confirm', email }) : undefined;
  },
  async decideEmailChange(userId, email) {
    const change = await openEmailChange(context.pool, userId);
    if (change?.oldEmail !== email) return undefined;
    return { url: await issueLink(context, { userId, purpose: 'decide', email }), newEmail: change.newEmail };
  },
});

async function issueLink({ pool, config }: Context, { userId, purpose, email }: EmailLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.run(
    `insert into email_links (token_hash, user_id, purpose, email, expires_at) values ($1, $2, $3, $4, now() + make_interval(hours => $5))
     on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [hashToken(token), userId, purpose, email, EMAIL_LINK_HOURS],
  );
  return `${config.publicUrl}/email/${purpose}#${token}`;
}

/** Ends the link in the caller's commit and gives what it was for; undefined when it is not live. Of many uses at once one gets it. */
export async function useEmailLink(db: Db, token: string): Promise<EmailLink | undefined> {
  return db.find<EmailLink>(
    'delete from email_links where token_hash = $1 and expires_at > now() returning user_id as "userId", purpose, email',
    [hashToken(token)],
  );
}

/** Ends all that are out, after the address was changed in another way. */
export async function endEmailLinks(db: Db, userId: bigint): Promise<void> {
  await db.run('delete from email_links where user_id = $1', [userId]);
}

/** Removes links that are over; for a job. */
export async function removeOldEmailLinks(db: Db): Promise<void> {
  await db.run('delete from email_links where expires_at < now()');
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
