import type { Db } from '../../platform/db.ts';

/** How many admins could act now, besides this one. */
export async function countOtherAdmins(db: Db, userId: bigint | null): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(
    `select count(*) from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     where u.is_admin and a.standing = 'active' and u.id is distinct from $1`,
    [userId],
  );
  return Number(count);
}
