/** When whoever has a session last said who they are: by logging in, or by a step-up since. */
import type { Db } from '../db.ts';
import { refuse } from '../refuse.ts';
import type { Principal } from './principal.ts';

export const noteStepUp = (db: Db, tokenHash: Buffer): Promise<number> =>
  db.run('update sessions set stepped_up_at = now() where token_hash = $1', [tokenHash]);

async function hasSteppedUp(db: Db, tokenHash: Buffer, minutes: number): Promise<boolean> {
  const session = await db.find<{ isRecent: boolean }>(
    `select coalesce(stepped_up_at, created_at) > now() - make_interval(mins => $2) as "isRecent" from sessions where token_hash = $1`,
    [tokenHash, minutes],
  );
  return session?.isRecent === true;
}

/** Refuses with `step_up_required` when it is longer ago. 0 minutes: it may be as long as it likes. */
export async function refuseStepUpOlderThan(
  db: Db,
  { tokenHash }: Pick<Principal, 'tokenHash'>,
  minutes: number,
): Promise<void> {
  if (minutes > 0 && !(await hasSteppedUp(db, tokenHash, minutes))) refuse('step_up_required');
}
