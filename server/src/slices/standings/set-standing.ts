import { standings, type Standing } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import { orRefuse } from '../../ledger/spending-controls.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { refuseStepUpOlderThan } from '../../platform/sessions/step-ups.ts';
import { findStaffUser } from '../accounts/staff-users.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
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
        if (before === standing) return;
        // A borrowed session stops somebody, and sets nobody free.
        if (standings.indexOf(standing) < standings.indexOf(before))
          await refuseStepUpOlderThan(db, principal, context.config.staffStepUpMinutes);
        await changeStanding(context, db, userId, { standing, reason, words, actorId: principal.userId });
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
