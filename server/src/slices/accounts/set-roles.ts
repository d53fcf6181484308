import type { CallBody } from '@jara/contract/api.ts';
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
import { rightsWords } from '../staff-actions/rights-words.ts';
import {
  limitWords,
  readStaffLimits,
  staffLimitsOfOne,
  withLimits,
  writeStaffLimits,
} from '../staff-actions/staff-limits.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { withStepUp } from '../step-up/with-step-up.ts';
import { otherUserOrRefuse } from './other-user.ts';
import { isLess, lockRights, mailStaffChange, writeRights, type Rights } from './rights.ts';
import { findStaffUser } from './staff-users.ts';

/**
 * A borrowed session appoints nobody, and nobody makes or dismisses another admin, or lets one do more in a day, alone where a second one is asked for. Whoever loses a right holds no session and no token
 * that had it, from the commit on.
 */
export const setRoles =
  (context: Context): Handler<'setRoles'> =>
  async ({ principal, params, body, request }) => {
    const { pool } = context;
    const userId = otherUserOrRefuse(principal, params.id);
    const { isAdmin, isAgent, isCouponVendor, from, staffLimits, password, code } = body;
    const appointment: Appointment = {
      userId,
      from,
      after: { isAdmin, isAgent, isCouponVendor },
      limits: staffLimits,
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
    return {
      msg: `${user.userName} is ${rightsWords(appointment.after)}${limitWords(user.staffLimits)}`,
      user,
    };
  };

interface Appointment {
  userId: bigint;
  /** What whoever asks saw; undefined where they do not say. */
  from: Rights | undefined;
  after: Rights;
  /** Undefined where they stay as they are. */
  limits: CallBody<'setRoles'>['staffLimits'];
  reason: string;
  request: HttpFacts;
}

/** In a commit that has locked who acts, and the user. */
async function setRights(
  { config, sessions }: Context,
  db: Db,
  principal: Principal,
  { userId, from, after, limits: wanted = {}, reason, request }: Appointment,
): Promise<void> {
  const before = (await lockRights(db, userId)) ?? refuse('not_found');
  // What waited is compared whole as it is taken; and who asks for what is so already may have been answered where nobody heard it.
  const isSaid =
    principal.confirmation === undefined && from !== undefined && rightsWords(after) !== rightsWords(before);
  if (isSaid && rightsWords(from) !== rightsWords(before))
    refuse('changed_meanwhile', {
      msg: `Somebody changed the roles of this user since you opened this: now ${rightsWords(before)}. Look again`,
    });
  const limits = await staffLimitsOfOne(db, userId);
  const newLimits = readStaffLimits(config, wanted, after, limits);
  const hasSameRights = rightsWords(before) === rightsWords(after);
  const isSame = hasSameRights && limitWords(limits) === limitWords(newLimits);
  // A request that is taken has to be done.
  if (isSame && principal.confirmation !== undefined)
    refuse('changed_meanwhile', {
      msg: 'This user was given these rights and limits since it was asked for. Reject it',
    });
  const held = { before: withLimits(before, limits), after: withLimits(after, newLimits) };
  const checked = await checkStaffMoney(db, config, principal, {
    action: 'setRoles',
    users: [userId],
    movedKobo: null,
    ...held,
  });
  if (isSame) return;
  if (!hasSameRights) await changeRights({ sessions }, db, principal, { userId, before, after, reason });
  await writeStaffLimits(db, userId, newLimits);
  await queueMail(db, userId, 'rights_changed');
  await recordSecurityEvent(db, { userId, actorId: principal.userId }, request, {
    what: 'roles_changed',
    detail: `${rightsWords(after)}${limitWords(newLimits)}`,
  });
  await recordStaffAction(db, principal, request, {
    action: 'setRoles',
    subject: `user ${userId}`,
    before: { ...held.before },
    after: { ...held.after },
    checked,
    reason,
  });
}

async function changeRights(
  { sessions }: Pick<Context, 'sessions'>,
  db: Db,
  principal: Principal,
  { userId, before, after, reason }: Pick<Appointment, 'userId' | 'after' | 'reason'> & { before: Rights },
): Promise<void> {
  await writeRights(db, userId, after);
  if (isLess(before, after)) {
    await sessions.endOthers(db, userId, null);
    await sessions.endApiTokens(db, userId);
  }
  await sessions.forget(db, userId);
  await mailStaffChange(db, { userId, before, after, by: principal.userName, reason });
}
