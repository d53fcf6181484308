/**
 * Asks, in the caller's commit, whether the session or API token by which somebody came still works. Between the first look at it and the commit
 * a body arrives, a provider answers or a lock is waited for; and what a process remembers may be minutes old.
 */
import type { Db } from '../db.ts';
import { refuse } from '../refuse.ts';
import { tokenWorks } from './find-token.ts';
import type { Principal } from './principal.ts';

/** By what somebody came. */
export type Caller = Pick<Principal, 'userId' | 'tokenHash' | 'token'>;

/** Refuses with `unauthenticated`. */
export async function refuseEnded(db: Db, { userId, tokenHash, token }: Caller): Promise<void> {
  const found =
    token === null
      ? await db.find('select from sessions where token_hash = $1 and user_id = $2 and expires_at > now()', [
          tokenHash,
          userId,
        ])
      : await db.find(`select from api_tokens k where k.id = $1 and k.user_id = $2 and ${tokenWorks('k')}`, [
          token.id,
          userId,
        ]);
  if (found === undefined) refuse('unauthenticated');
}
