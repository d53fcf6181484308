import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';
import { nameDevice } from './device.ts';

interface SessionRow {
  id: bigint;
  tokenHash: Buffer;
  userAgent: string | null;
  ipPrefix: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

export const listSessions =
  ({ pool, config }: Context): Handler<'listSessions'> =>
  async ({ principal }) => {
    const rows = await pool.rows<SessionRow>(
      `select id, token_hash as "tokenHash", user_agent as "userAgent", ip_prefix as "ipPrefix", created_at as "createdAt",
         last_used_at as "lastUsedAt"
       from sessions
       where user_id = $1 and expires_at > now() and last_used_at > now() - make_interval(hours => $2)
       order by last_used_at desc, id desc limit 100`,
      [principal.userId, config.session.idleHours],
    );
    return {
      sessions: rows.map((row) => ({
        _id: String(row.id),
        device: nameDevice(row.userAgent),
        ipPrefix: row.ipPrefix,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        isCurrent: row.tokenHash.equals(principal.tokenHash),
      })),
    };
  };
