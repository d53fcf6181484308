import { sayWhy } from '@jara/contract/wire.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { distrustDevices } from '../sessions/devices.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';

/** Logs the user out everywhere, ends the API tokens and mails them a link. Staff see neither a password nor the link. */
export const resetUserPassword =
  ({ pool, sessions, config }: Context): Handler<'resetUserPassword'> =>
  async ({ principal, body, request }) => {
    const { id, userName } = await getUserOrRefuse(pool, body.userId);
    const reason = body.reason?.trim() ?? '';
    if (reason === '' && config.staffReasonRequired) refuseField('reason', sayWhy);
    await commitAsStaff(pool, principal, 'resetUserPassword', [id])(async (db) => {
      const isOwn = id === principal.userId;
      await distrustDevices(db, id, { but: isOwn ? principal.deviceId : null });
      const ended = {
        sessions: await sessions.endOthers(db, id, isOwn ? principal.tokenHash : null),
        apiTokens: await sessions.endApiTokens(db, id),
      };
      await queueMail(db, id, 'password_reset');
      const about = { userId: id, actorId: principal.userId };
      await recordSecurityEvent(db, about, request, { what: 'reset_asked' });
      await recordStaffAction(db, principal, request, {
        action: 'resetUserPassword',
        subject: `user ${id}`,
        after: { mail: 'a link to choose a new password', ended },
        ...(reason !== '' && { reason }),
      });
    });
    return { msg: `A link to choose a new password is on its way to ${userName}` };
  };

async function getUserOrRefuse(db: Db, userId: string): Promise<{ id: bigint; userName: string }> {
  const user = /^[1-9]\d{0,17}$/.test(userId)
    ? await db.find<{ id: bigint; userName: string }>(
        'select id, user_name as "userName" from users where id = $1',
        [userId],
      )
    : undefined;
  return user ?? refuse('not_found', { msg: 'There is no such user' });
}
