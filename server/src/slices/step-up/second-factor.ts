import type { Db } from '../../platform/db.ts';

/** Ends two-step login of a user, in the caller's commit. False when it was not on. */
export async function removeSecondFactor(db: Db, userId: bigint): Promise<boolean> {
  await db.run('delete from recovery_codes where user_id = $1', [userId]);
  return (await db.run('delete from second_factors where user_id = $1', [userId])) > 0;
}
