/** What a user may be beside the type: admin, agent, coupon vendor. The database asks that the commit says why (refuse_unexplained_right). */
import type { Db } from '../../platform/db.ts';
import { raiseAlarm } from '../mails/staff-alarms.ts';
import { rightsWords } from '../staff-actions/rights-words.ts';

export interface Rights {
  isAdmin: boolean;
  isAgent: boolean;
  isCouponVendor: boolean;
}

/** Of a user whom nobody else changes before the caller's commit. Undefined for nobody. */
export const lockRights = (db: Db, userId: bigint): Promise<Rights | undefined> =>
  db.find<Rights>(
    `select is_admin as "isAdmin", is_agent as "isAgent", is_coupon_vendor as "isCouponVendor" from users where id = $1
     for no key update`,
    [userId],
  );

export async function writeRights(
  db: Db,
  userId: bigint,
  { isAdmin, isAgent, isCouponVendor }: Rights,
): Promise<void> {
  await db.run('update users set is_admin = $2, is_agent = $3, is_coupon_vendor = $4 where id = $1', [
    userId,
    isAdmin,
    isAgent,
    isCouponVendor,
  ]);
}

export const isLess = (before: Rights, after: Rights): boolean =>
  (before.isAdmin && !after.isAdmin) ||
  (before.isAgent && !after.isAgent) ||
  (before.isCouponVendor && !after.isCouponVendor);

interface ChangeOfRights {
  userId: bigint;
  before: Rights;
  after: Rights;
  /** Who did it: `ada`, `The operator`. */
  by: string;
  reason: string;
}

/** An admin may all that an agent may: who becomes an agent after being an admin loses, and an agent who becomes an admin does not. */
const rankOf = ({ isAdmin, isAgent }: Rights): number => (isAdmin ? 2 : isAgent ? 1 : 0);

/**
 * Tells every admin, in the caller's commit and each time, of a colleague whom somebody made, and of one who lost what staff may do: whoever has taken over
 * the account of an admin dismisses first who could stop them. Of other rights nothing.
 */
export async function mailStaffChange(db: Db, change: ChangeOfRights): Promise<void> {
  const { userId, before, after, by, reason } = change;
  const gained = rankOf(after) - rankOf(before);
  if (gained === 0) return;
  const is = rightsWords(after);
  const { userName } = await db.get<{ userName: string }>(
    'select user_name as "userName" from users where id = $1',
    [userId],
  );
  await raiseAlarm(
    db,
    gained > 0
      ? { kind: 'staff_appointed', subject: `user ${userId}`, words: `${by} made ${userName} ${is}` }
      : {
          kind: 'staff_dismissed',
          subject: `user ${userId}`,
          words: `${by} took rights from ${userName}, who was ${rightsWords(before)} and is ${is} now`,
          reason,
        },
  );
}
