/** Making and ending tokens of one user, one at a time: a token that is made at the moment of a reset does not outlive it. */
import type { Db } from '../db.ts';
import type { Caller } from './principal.ts';
import { refuseEnded } from './refuse-ended.ts';

/** By id, so that two who act on each other wait for one another. */
const lockUsers = (db: Db, userIds: readonly bigint[]): Promise<number> =>
  db.run('select from users where id = any($1) order by id for no key update', [userIds]);

/** In the caller's commit, those that are being made included. Gives how many there were. */
export async function deleteApiTokens(db: Db, userId: bigint): Promise<number> {
  await lockUsers(db, [userId]);
  // Whoever had the account may have had its messages sent elsewhere, too.
  await db.run('update webhook_endpoints set paused_at = now() where user_id = $1 and paused_at is null', [
    userId,
  ]);
  return db.run('delete from api_tokens where user_id = $1', [userId]);
}

/** First in the commit. `others` are users whom it locks besides. */
export async function holdOpen(db: Db, caller: Caller, others: readonly bigint[] = []): Promise<void> {
  await lockUsers(db, [caller.userId, ...others]);
  // A statement of its own, after the lock: its snapshot sees who ended the session while this waited.
  await refuseEnded(db, caller);
}
