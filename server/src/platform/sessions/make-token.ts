/** New sessions, and new tokens of those that there are. Of a token only the hash is saved. */
import type { Db } from '../db.ts';
import { prefixOf } from '../limits/network-of.ts';
import { hashToken, newToken } from './find-token.ts';

export interface OpenedFrom {
  userAgent: string | undefined;
  ip: string;
  /** Row of `devices`. */
  deviceId?: bigint;
  /** The session is for a browser: it is found together with that device's key only. */
  isFromBrowser?: boolean;
}

/** More than anybody has devices and programs, and few enough to be listed on a page. */
const MOST_SESSIONS = 50;

/**
 * In the caller's commit. Whoever logs in again in a browser goes on with the new token: the session before it ends there. Of more sessions than
 * anybody needs the one that was used longest ago ends.
 */
export async function openToken(
  db: Db,
  userId: bigint,
  { userAgent, ip, deviceId, isFromBrowser = false }: OpenedFrom,
  absoluteDays: number,
): Promise<{ token: string; hasEndedAnother: boolean }> {
  const token = newToken();
  const ended =
    isFromBrowser && deviceId !== undefined
      ? await db.run('delete from sessions where user_id = $1 and device_id = $2 and needs_device', [
          userId,
          deviceId,
        ])
      : 0;
  // A reset of the password ends all sessions and makes every device new: the later of the two counts.
  await db.run(
    `insert into sessions (token_hash, user_id, expires_at, user_agent, ip_prefix, device_id, needs_device, new_since)
     select $1, u.id, now() + make_interval(days => $3), $4, $5, d.id, $7, greatest(d.new_since, u.password_reset_at)
     from users u left join devices d on d.id = $6 and d.user_id = u.id where u.id = $2`,
    [
      hashToken(token),
      userId,
      absoluteDays,
      userAgent?.slice(0, 200) ?? null,
      prefixOf(ip),
      deviceId ?? null,
      isFromBrowser,
    ],
  );
  const beyond = await db.run(
    `delete from sessions where user_id = $1 and id in (
       select id from sessions where user_id = $1 order by last_used_at desc, id desc offset $2)`,
    [userId, MOST_SESSIONS],
  );
  return { token, hasEndedAnother: ended + beyond > 0 };
}

/** How long the token of a program goes on after it was replaced. After a new password less: whoever has a copy of it is out then, too. */
export const FORMER_TOKEN_MINUTES = { afterStepUp: 60, afterNewPassword: 10 };

/**
 * In the caller's commit, and one at a time for each user: another token for this session; undefined when it has ended. In a browser it
 * takes the place of the one before at once. A program may not have read it yet, or have others at work: what it has opens the session for
 * so many minutes more.
 */
export async function renewToken(
  db: Db,
  sessionHash: Buffer,
  minutesLeft: number,
): Promise<string | undefined> {
  const token = newToken();
  const hashes = [sessionHash, hashToken(token)];
  const inBrowser = 'update sessions set token_hash = $2 where token_hash = $1 and needs_device';
  if ((await db.run(inBrowser, hashes)) > 0) {
    await db.run('delete from session_tokens where session_hash = $1', [hashToken(token)]);
    return token;
  }
  // Of those that are over only the first one needs its row, which says so.
  await db.run(
    'delete from session_tokens where session_hash = $1 and ends_at <= now() and token_hash <> session_hash',
    [sessionHash],
  );
  await db.run(
    `update session_tokens set ends_at = now() + make_interval(mins => $2)
     where session_hash = $1 and coalesce(ends_at > now() + make_interval(mins => $2), true)`,
    [sessionHash, minutesLeft],
  );
  // The first token stands there once.
  const added = await db.run(
    `insert into session_tokens (token_hash, session_hash, ends_at)
     select n.token_hash, s.token_hash, n.ends_at
     from sessions s, (values ($1::bytea, now() + make_interval(mins => $3)), ($2, null)) n (token_hash, ends_at)
     where s.token_hash = $1 on conflict (token_hash) do nothing`,
    [...hashes, minutesLeft],
  );
  return added === 0 ? undefined : token;
}
