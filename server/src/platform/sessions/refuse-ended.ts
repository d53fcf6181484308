/**
 * Asks, in the caller's commit, whether the session or API token by which somebody came still works. Between the first look at it and the commit
 * a body arrives, a provider answers or a lock is waited for; and what a process remembers may be minutes old.
 */
import type { Db } from '../db.ts';
import { refuse } from '../refuse.ts';
import { tokenWorks } from './find-token.ts';
import type { Caller } from './principal.ts';

/** Refuses with `unauthenticated`. Of what a second admin confirms it is their session that counts. */
export async function refuseEnded(db: Db, caller: Caller): Promise<void> {
  const { userId, tokenHash, token } = caller.confirmation?.checker ?? caller;
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
