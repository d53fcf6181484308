/**
 * The link that sets a new password. Its token is 256 random bits of which only a hash is stored, is made as the mail leaves, works once
 * and for a short time, and is bound to its user; a newer one ends it. The address begins with the setting `PUBLIC_URL`: nothing that a
 * request says, such as its Host header, gets into it.
 */
import { RESET_LINK_MINUTES } from '@jara/contract/constants.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import type { AccountLinks } from '../mails/compose-mail.ts';
import type { Db } from '../../platform/db.ts';

/** What mails link to. */
export const accountLinks = (context: Context): AccountLinks => ({
  passwordReset: (userId) => issueResetLink(context, userId),
  requestPasswordReset: `${context.config.publicUrl}/requestPasswordReset`,
});

async function issueResetLink({ pool, config }: Context, userId: bigint): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.run(
    `insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + make_interval(mins => $3))
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, hashToken(token), RESET_LINK_MINUTES],
  );
  // Behind the #, which browsers send to nobody: no log on the way has it.
  return `${config.publicUrl}/passwordReset#userId=${userId}&token=${token}`;
}

export interface ResetToken {
  userId: bigint;
  tokenHash: Buffer;
}

// A token of another shape was never issued: it costs no query.
const TOKEN = /^[\w-]{43}$/;
const USER_ID = /^[1-9]\d{0,17}$/;

/** Undefined for what no link can hold. */
export function readResetToken({ userId, token }: { userId: string; token: string }): ResetToken | undefined {
  return USER_ID.test(userId) && TOKEN.test(token)
    ? { userId: BigInt(userId), tokenHash: hashToken(token) }
    : undefined;
}

export async function isLiveResetToken(db: Db, { userId, tokenHash }: ResetToken): Promise<boolean> {
  const found = await db.find(
    'select from password_resets where user_id = $1 and token_hash = $2 and expires_at > now()',
    [userId, tokenHash],
  );
  return found !== undefined;
}

/** Ends the token in the caller's commit. False when it is not live any more: of many uses at once one gets true. */
export async function useResetToken(db: Db, { userId, tokenHash }: ResetToken): Promise<boolean> {
  const used = await db.run(
    'delete from password_resets where user_id = $1 and token_hash = $2 and expires_at > now()',
    [userId, tokenHash],
  );
  return used === 1;
}

/** Ends whatever link is out, after the password was changed in another way. */
export async function endResetLinks(db: Db, userId: bigint): Promise<void> {
  await db.run('delete from password_resets where user_id = $1', [userId]);
}

/** Removes tokens that are over; for a job. */
export async function removeOldResetTokens(db: Db): Promise<void> {
  await db.run('delete from password_resets where expires_at < now()');
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
