import { standings, type Standing } from '@jara/contract/constants.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import { orRefuse } from '../../ledger/spending-controls.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Db } from '../../platform/db.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { refuseStepUpOlderThan } from '../../platform/sessions/step-ups.ts';
import { lockRights } from '../accounts/rights.ts';
import { findStaffUser } from '../accounts/staff-users.ts';
import { raiseAlarm } from '../mails/staff-alarms.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { refuseSamePerson } from '../staff-actions/refuse-same-person.ts';
import { rightsWords } from '../staff-actions/rights-words.ts';
import { changeStanding, lockUser } from './change-standing.ts';
import { otherUserOrRefuse } from '../accounts/other-user.ts';

const done: Record<Standing, string> = {
  active: 'is active again',
  restricted: 'is restricted: no money leaves',
  suspended: 'is suspended: nobody can log in',
  closed: 'is closed',
};

/** In one commit with what ends by it. Saying again what is so changes nothing. */
export const setStanding =
  (context: Context): Handler<'setStanding'> =>
  async ({ principal, params, body, request }) => {
    const userId = otherUserOrRefuse(principal, params.id);
    const { standing } = body;
    const reason = body.reason.trim();
    const words = body.words?.trim() || null;
    await orRefuse(
      commitAsStaff(context.pool, principal, 'setStanding', [userId])(async (db) => {
        const before = (await lockUser(db, userId)) ?? refuse('not_found');
        await refuseSamePerson(db, context.config, principal, userId);
        if (before === standing) return;
        // A borrowed session stops somebody, and sets nobody free.
        if (standings.indexOf(standing) < standings.indexOf(before))
          await refuseStepUpOlderThan(db, principal, context.config.staffStepUpMinutes);
        await changeStanding(context, db, userId, { standing, reason, words, actorId: principal.userId });
        await mailStandingOfStaff(db, principal, { userId, standing, reason });
        const about = { userId, actorId: principal.userId };
        await recordSecurityEvent(db, about, request, { what: 'standing_changed', detail: standing });
        await recordStaffAction(db, principal, request, {
          action: 'setStanding',
          subject: `user ${userId}`,
          before: { standing: before },
          after: { standing, ...(words !== null && { words }) },
          reason,
        });
      }),
    );
    const user = (await findStaffUser(context.pool, userId)) ?? refuse('not_found');
    return { msg: `${user.userName} ${done[standing]}`, user };
  };

/**
 * To every other admin, in the caller's commit and each time: whoever has taken over the account of an admin stops first who could stop them, and
 * opens again what was closed to them. Who is opened again is an admin, too: why they were stopped is not theirs to read.
 */
async function mailStandingOfStaff(
  db: Db,
  { userName: by }: Pick<Principal, 'userName'>,
  { userId, standing, reason }: { userId: bigint; standing: Standing; reason: string },
): Promise<void> {
  const rights = await lockRights(db, userId);
  if (rights === undefined || !isStaff(rights)) return;
  const { userName } = await db.get<{ userName: string }>(
    'select user_name as "userName" from users where id = $1',
    [userId],
  );
  const words = `${by} set the account of ${userName}, who is ${rightsWords(rights)}, to ${standing}`;
  await raiseAlarm(
    db,
    standing === 'active'
      ? { kind: 'staff_opened', subject: `user ${userId}`, words }
      : { kind: 'staff_stopped', subject: `user ${userId}`, words, reason },
  );
}
