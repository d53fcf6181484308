import { api } from '@jara/contract/api.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Caller } from '../../platform/sessions/principal.ts';
import { refuseEnded } from '../../platform/sessions/refuse-ended.ts';
import type { StaffMoneyCall } from './checked-money.ts';

/**
 * Whether who acts, and who confirms it, may still do so, by the rights and sessions of now. Locks both first: whoever takes their rights waits for
 * this commit, and one actor does one thing at a time. Refuses with unauthenticated and forbidden.
 */
export async function refuseFormerStaff(
  db: Db,
  { confirmation, ...maker }: Caller,
  action: StaffMoneyCall,
): Promise<void> {
  const checker = confirmation?.checker ?? maker;
  await db.run('select from users where id = any($1) order by id for no key update', [
    [maker.userId, checker.userId],
  ]);
  // Statements of their own, after the lock: they see what it waited for.
  await refuseEnded(db, checker);
  const { count } = await db.get<{ count: bigint }>(
    `select count(*) from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     where a.standing = 'active' and u.id = any($1) and (u.is_admin or (u.is_agent and u.id = $2 and $3))`,
    [[maker.userId, checker.userId], maker.userId, api[action].access === 'staff'],
  );
  if (Number(count) < new Set([maker.userId, checker.userId]).size) refuse('forbidden');
}
