import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { newnessColumns } from '../../platform/sessions/find-token.ts';
import { sessionEndParams, sessionEndSql } from '../../platform/sessions/session-end.ts';
import { nameDevice } from '../../platform/sessions/device-name.ts';
import { deviceLimitOf, presentDeviceLimit } from '../spending-controls/velocity-limit.ts';

interface SessionRow extends Pick<Principal, 'newSince' | 'newBecause'> {
  id: bigint;
  tokenHash: Buffer;
  userAgent: string | null;
  ipPrefix: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

export const listSessions =
  (context: Context): Handler<'listSessions'> =>
  async ({ principal }) => {
    const rows = await context.pool.rows<SessionRow>(
      `select s.id, s.token_hash as "tokenHash", s.user_agent as "userAgent", s.ip_prefix as "ipPrefix", s.created_at as "createdAt",
         s.last_used_at as "lastUsedAt", ${newnessColumns}
       from sessions s join users u on u.id = s.user_id left join devices d on d.id = s.device_id
       where s.user_id = $1 and ${sessionEndSql(2)} > now()
       order by s.last_used_at desc, s.id desc limit 100`,
      [principal.userId, ...sessionEndParams(context.config.session)],
    );
    return {
      sessions: rows.map((row) => ({
        _id: String(row.id),
        device: nameDevice(row.userAgent),
        ipPrefix: row.ipPrefix,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        isCurrent: row.tokenHash.equals(principal.tokenHash),
        limit: presentDeviceLimit(deviceLimitOf(context.config, { ...row, now: principal.now })),
      })),
    };
  };
