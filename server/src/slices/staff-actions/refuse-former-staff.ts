import { api } from '@jara/contract/api.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Caller } from '../../platform/sessions/principal.ts';
import { refuseEnded } from '../../platform/sessions/refuse-ended.ts';

/** Who does it, and who confirms it where somebody does. */
const actorsOf = ({ confirmation, ...maker }: Caller): { maker: Caller; checker: Caller } => ({
  maker,
  checker: confirmation?.checker ?? maker,
});

/**
 * Whether who acts, and who confirms it, may still do so, by the rights and sessions of now. Locks both first, with `others` whom the commit
 * changes: whoever takes their rights waits for this commit, and one actor does one thing at a time. Refuses with unauthenticated and forbidden.
 */
export async function refuseFormerStaff(
  db: Db,
  caller: Caller,
  action: CallName,
  others: readonly bigint[] = [],
): Promise<void> {
  const { maker, checker } = actorsOf(caller);
  await db.run('select from users where id = any($1) order by id for no key update', [
    [maker.userId, checker.userId, ...others],
  ]);
  // Statements of their own, after the lock: they see what it waited for.
  await refuseEnded(db, checker);
  await refuseWithoutRight(db, caller, action);
}

/** For a commit that has locked who acts, and asked about their session. Refuses with forbidden. */
export async function refuseWithoutRight(db: Db, caller: Caller, action: CallName): Promise<void> {
  const { maker, checker } = actorsOf(caller);
  const { count } = await db.get<{ count: bigint }>(
    `select count(*) from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     where a.standing = 'active' and u.id = any($1) and (u.is_admin or (u.is_agent and u.id = $2 and $3))`,
    [[maker.userId, checker.userId], maker.userId, api[action].access === 'staff'],
  );
  if (Number(count) < new Set([maker.userId, checker.userId]).size) refuse('forbidden');
}
