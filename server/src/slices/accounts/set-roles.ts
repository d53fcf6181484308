import type { StaffUser } from '@jara/contract/calls/staff.ts';
import type { Context } from '../../app/context.ts';
import { orRefuse } from '../../ledger/spending-controls.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { refuseWithoutRight } from '../staff-actions/refuse-former-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { refuseSamePerson } from '../staff-actions/refuse-same-person.ts';
import { withStepUp } from '../step-up/with-step-up.ts';
import { otherUserOrRefuse } from './other-user.ts';
import { isLess, lockRights, mailStaffChange, rightsWords, writeRights } from './rights.ts';
import { findStaffUser } from './staff-users.ts';

/** A borrowed session appoints nobody. Whoever loses a right holds no session and no token that had it, from the commit on. */
export const setRoles =
  (context: Context): Handler<'setRoles'> =>
  async ({ principal, params, body, request }) => {
    const { pool, sessions, config } = context;
    const userId = otherUserOrRefuse(principal, params.id);
    const { isAdmin, isAgent, isCouponVendor, password, code } = body;
    const reason = body.reason.trim();
    const after = { isAdmin, isAgent, isCouponVendor };
    const stepUp = { password, code, stepUp: request.stepUp, others: [userId] };
    const set = withStepUp(context, principal, stepUp, async (db) => {
      await refuseWithoutRight(db, principal, 'setRoles');
      const before = (await lockRights(db, userId)) ?? refuse('not_found');
      await refuseSamePerson(db, config, principal, userId);
      if (rightsWords(before) === rightsWords(after)) return;
      await writeRights(db, userId, after);
      if (isLess(before, after)) {
        await sessions.endOthers(db, userId, null);
        await sessions.endApiTokens(db, userId);
      }
      await sessions.forget(db, userId);
      await queueMail(db, userId, 'rights_changed');
      await mailStaffChange(db, { userId, before, after, by: principal.userName, reason });
      const about = { userId, actorId: principal.userId };
      await recordSecurityEvent(db, about, request, { what: 'roles_changed', detail: rightsWords(after) });
      await recordStaffAction(db, principal, request, {
        action: 'setRoles',
        subject: `user ${userId}`,
        before: { ...before },
        after,
        reason,
      });
    });
    await orRefuse(set);
    const user: StaffUser = (await findStaffUser(pool, userId)) ?? refuse('not_found');
    return { msg: `${user.userName} is ${rightsWords(after)}`, user };
  };
