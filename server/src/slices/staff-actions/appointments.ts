/** Who becomes an admin or is one no more, or may do more in a day as one, and how often one of the staff changes the rights and limits of others. */
import type { StaffRights } from '@jara/contract/calls/staff.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Caller } from '../../platform/sessions/principal.ts';
import { checked, type CheckedMoney } from './checked-money.ts';
import { findSeconds } from './other-admins.ts';
import { isMore, limitWords } from './staff-limits.ts';

type StaffConfig = Pick<Config, 'identity' | 'staffDailyMaximum' | 'staffSecondPerson'>;

export interface Appointment {
  users: readonly bigint[];
  before: StaffRights;
  after: StaffRights;
}

/**
 * Alone where nobody could confirm it: else a shop with one admin would never have two. Not by whoever has just dismissed or stopped those who
 * could: they, or the operator, have the time until it may be done alone to say so.
 */
export async function checkAppointment(
  db: Db,
  config: StaffConfig,
  { userId: actorId, confirmation }: Caller,
  { users, before, after }: Appointment,
): Promise<CheckedMoney> {
  const changed = (['isAdmin', 'isAgent', 'isCouponVendor'] as const).filter(
    (right) => before[right] !== after[right],
  );
  const [limits, newLimits] = [before.staffLimits ?? {}, after.staffLimits ?? {}];
  if (changed.length > 0 || limitWords(limits) !== limitWords(newLimits))
    await refuseOverAppointments(db, config, actorId);
  const isHeld =
    (changed.includes('isAdmin') || (after.isAdmin && isMore(limits, newLimits))) &&
    confirmation === undefined &&
    config.staffSecondPerson.aboveNaira !== 0 &&
    ((await findSeconds(db, config, [actorId, ...users])).length > 0 ||
      (await hasStoppedAdmins(db, config, actorId)));
  return isHeld ? checked(null, { heldOf: users, rights: { from: before, to: after } }) : checked(null);
}

async function refuseOverAppointments(
  db: Db,
  { staffDailyMaximum: { appointments } }: StaffConfig,
  actorId: bigint,
): Promise<void> {
  const { count } = await db.get<{ count: bigint }>(
    `select count(*) from staff_actions where actor_id = $1 and action = 'setRoles' and done_at >= lagos_midnight(now())`,
    [actorId],
  );
  if (count < BigInt(appointments)) return;
  refuse('staff_daily_limit', {
    msg: `One of the staff may appoint, dismiss and limit others at most ${appointments} times in one day`,
  });
}

/** Whether this one took the rights of another admin, or stopped one who is an admin still, less than STAFF_NEW_HOURS ago. */
async function hasStoppedAdmins(
  db: Db,
  { staffSecondPerson: { newHours } }: StaffConfig,
  actorId: bigint,
): Promise<boolean> {
  const stopped = await db.find(
    `select from staff_actions s where s.actor_id = $1 and s.done_at > now() - make_interval(hours => $2)
       and (s.action = 'setRoles' and (s.before ->> 'isAdmin')::boolean and not (s.after ->> 'isAdmin')::boolean
         or s.action = 'setStanding' and s.after ->> 'standing' <> 'active' and exists (
           select from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
           where s.subject = 'user ' || u.id and u.is_admin and a.standing <> 'active'))
     limit 1`,
    [actorId, newHours],
  );
  return stopped !== undefined;
}
