import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { findSamePersons } from '../identity/is-same-person.ts';
import { findNewStaff } from './new-staff.ts';

/** Those who were here last come first. */
const MOST_SECONDS = 20;

/** How many admins could act now, besides this one. */
export async function countOtherAdmins(db: Db, userId: bigint | null): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(
    `select count(*) from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     where u.is_admin and a.standing = 'active' and u.id is distinct from $1`,
    [userId],
  );
  return Number(count);
}

/** Who could confirm what is asked for by the first of these people and about the others: not they, under no name, and nobody who is new. */
export async function findSeconds(
  db: Db,
  config: Pick<Config, 'identity' | 'staffSecondPerson'>,
  people: readonly bigint[],
): Promise<bigint[]> {
  const admins = await db.rows<{ id: bigint }>(
    `select u.id from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     where u.is_admin and a.standing = 'active' and u.id <> all ($1) order by u.last_login_at desc nulls last, u.id limit $2`,
    [people, MOST_SECONDS],
  );
  const ids = admins.map(({ id }) => id);
  const others = new Set([
    ...(await findSamePersons(db, config.identity, people, ids)),
    ...(await findNewStaff(db, config, ids)),
  ]);
  return ids.filter((id) => !others.has(id));
}
