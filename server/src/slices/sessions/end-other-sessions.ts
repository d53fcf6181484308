import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { distrustDevices } from './devices.ts';
import { refuseOldStepUp } from './recent-step-up.ts';

export const endOtherSessions =
  (context: Context): Handler<'endOtherSessions'> =>
  async ({ principal, request }) => {
    const { pool, sessions } = context;
    await refuseOldStepUp(context, principal);
    await pool.commit(async (db) => {
      await distrustDevices(db, principal.userId, { but: principal.deviceId });
      await sessions.endOthers(db, principal.userId, principal.tokenHash);
      await recordSecurityEvent(db, principal, request, { what: 'session_ended', detail: 'all others' });
    });
    return { msg: 'All other devices are logged out' };
  };
