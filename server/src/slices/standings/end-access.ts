import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { askPasswordBesidePasskeys } from '../step-up/second-factors.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { distrustDevices } from '../sessions/devices.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { refuseSamePerson } from '../staff-actions/refuse-same-person.ts';
import { lockUser } from './change-standing.ts';
import { otherUserOrRefuse } from '../accounts/other-user.ts';

/** Whoever holds a token of the user holds nothing any more. Whoever knows the password may log in again, as on a new device, and a passkey opens nothing without it. */
export const endAccess =
  ({ pool, sessions, config }: Context): Handler<'endAccess'> =>
  async ({ principal, params, body, request }) => {
    const userId = otherUserOrRefuse(principal, params.id);
    const reason = body.reason.trim();
    const ended = await commitAsStaff(pool, principal, 'endAccess', [userId])(async (db) => {
      if ((await lockUser(db, userId)) === undefined) refuse('not_found');
      await refuseSamePerson(db, config, principal, userId);
      await distrustDevices(db, userId, { but: null });
      const counts = {
        sessions: await sessions.endOthers(db, userId, null),
        apiTokens: await sessions.endApiTokens(db, userId),
      };
      await askPasswordBesidePasskeys(db, userId);
      const about = { userId, actorId: principal.userId };
      await recordSecurityEvent(db, about, request, { what: 'access_ended' });
      await recordStaffAction(db, principal, request, {
        action: 'endAccess',
        subject: `user ${userId}`,
        after: { ended: counts },
        reason,
      });
      return counts;
    });
    return { msg: `Ended: sessions ${ended.sessions}, API tokens ${ended.apiTokens}` };
  };
