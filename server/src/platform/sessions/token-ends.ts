/** Making and ending API tokens of one user, one at a time: a token that is made at the moment of a reset does not outlive it. */
import type { Db } from '../db.ts';
import { refuse } from '../refuse.ts';

const lockOwner = (db: Db, userId: bigint): Promise<number> =>
  db.run('select from users where id = $1 for no key update', [userId]);

/** In the caller's commit, those that are being made included. Gives how many there were. */
export async function deleteApiTokens(db: Db, userId: bigint): Promise<number> {
  await lockOwner(db, userId);
  return db.run('delete from api_tokens where user_id = $1', [userId]);
}

export async function holdOpen(
  db: Db,
  { userId, tokenHash }: { userId: bigint; tokenHash: Buffer },
): Promise<void> {
  await lockOwner(db, userId);
  // A statement of its own, after the lock: its snapshot sees who ended the session while this waited.
  const session = await db.find('select from sessions where user_id = $1 and token_hash = $2', [
    userId,
    tokenHash,
  ]);
  if (session === undefined) refuse('unauthenticated');
}
