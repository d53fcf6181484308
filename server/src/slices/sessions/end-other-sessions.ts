import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';

export const endOtherSessions =
  ({ pool, sessions }: Context): Handler<'endOtherSessions'> =>
  async ({ principal, request }) => {
    await pool.commit(async (db) => {
      await sessions.endOthers(db, principal.userId, principal.tokenHash);
      await recordSecurityEvent(db, principal, request, { what: 'session_ended', detail: 'all others' });
    });
    return { msg: 'All other devices are logged out' };
  };
