import type { Db } from '../../platform/db.ts';

/**
 * Until when withdrawals wait after the password was reset by mail; undefined when they do not. Whoever took over a mailbox can reset the
 * password: for a time they cannot take the money with it.
 */
export async function withdrawalsHeldUntil(db: Db, userId: bigint, hours: number): Promise<Date | undefined> {
  const held = await db.find<{ until: Date }>(
    `select password_reset_at + make_interval(hours => $2) as until
     from users where id = $1 and password_reset_at + make_interval(hours => $2) > now()`,
    [userId, hours],
  );
  return held?.until;
}
