import type { StaffUser } from '@jara/contract/calls/staff.ts';
import type { Context } from '../../app/context.ts';
import { orRefuse } from '../../ledger/spending-controls.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler, HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { undoWhereHeld } from '../staff-actions/undo-where-held.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { withStepUp } from '../step-up/with-step-up.ts';
import { otherUserOrRefuse } from './other-user.ts';
import { isLess, lockRights, mailStaffChange, rightsWords, writeRights, type Rights } from './rights.ts';
import { findStaffUser } from './staff-users.ts';

/**
 * A borrowed session appoints nobody, and nobody makes or dismisses another admin alone where a second one is asked for. Whoever loses a right holds no session and no token
 * that had it, from the commit on.
 */
export const setRoles =
  (context: Context): Handler<'setRoles'> =>
  async ({ principal, params, body, request }) => {
    const { pool } = context;
    const userId = otherUserOrRefuse(principal, params.id);
    const { isAdmin, isAgent, isCouponVendor, password, code } = body;
    const appointment: Appointment = {
      userId,
      after: { isAdmin, isAgent, isCouponVendor },
      reason: body.reason.trim(),
      request,
    };
    const set = (db: Db) => setRights(context, db, principal, appointment);
    const stepUp = { password, code, stepUp: request.stepUp, others: [userId] };
    await orRefuse(
      principal.confirmation === undefined
        ? undoWhereHeld((work) => withStepUp(context, principal, stepUp, work), set)
        : // Who asked gave the proof as they asked, and it is not kept.
          commitAsStaff(pool, principal, 'setRoles', [userId])(set),
    );
    const user: StaffUser = (await findStaffUser(pool, userId)) ?? refuse('not_found');
    return { msg: `${user.userName} is ${rightsWords(appointment.after)}`, user };
  };

interface Appointment {
  userId: bigint;
  after: Rights;
  reason: string;
  request: HttpFacts;
}

/** In a commit that has locked who acts, and the user. */
async function setRights(
  { config, sessions }: Context,
  db: Db,
  principal: Principal,
  { userId, after, reason, request }: Appointment,
): Promise<void> {
  const before = (await lockRights(db, userId)) ?? refuse('not_found');
  const isSame = rightsWords(before) === rightsWords(after);
  // A request that is taken has to be done.
  if (isSame && principal.confirmation !== undefined)
    refuse('changed_meanwhile', {
      msg: 'This user was given these rights since it was asked for. Reject it',
    });
  const checked = await checkStaffMoney(db, config, principal, {
    action: 'setRoles',
    users: [userId],
    movedKobo: null,
    before,
    after,
  });
  if (isSame) return;
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
    after: { ...after },
    checked,
    reason,
  });
}
