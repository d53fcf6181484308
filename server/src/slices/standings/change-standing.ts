import type { Standing } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import { lockStanding, writeStanding } from '../../ledger/spending-controls.ts';
import type { Db } from '../../platform/db.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { distrustDevices } from '../sessions/devices.ts';

export interface NewStanding {
  standing: Standing;
  reason: string;
  /** What the user is told besides. */
  words: string | null;
  /** The user, who closes the own account, or an admin. */
  actorId: bigint;
}

/** Undefined for nobody. Whoever logs in waits until the commit. */
export async function lockUser(db: Db, userId: bigint): Promise<Standing | undefined> {
  const user = await db.find('select from users where id = $1 for no key update', [userId]);
  return user === undefined ? undefined : lockStanding(db, userId);
}

/** Of a user that the caller has locked, in the caller's commit: what must end with it ends, and the owner is told. */
export async function changeStanding(
  { sessions }: Pick<Context, 'sessions'>,
  db: Db,
  userId: bigint,
  { standing, reason, words, actorId }: NewStanding,
): Promise<void> {
  await db.run(
    'insert into standings (user_id, standing, reason, words, actor_id) values ($1, $2, $3, $4, $5)',
    [userId, standing, reason, words, actorId],
  );
  await writeStanding(db, userId, standing);
  if (standing === 'suspended' || standing === 'closed') {
    await distrustDevices(db, userId, { but: null });
    await sessions.endOthers(db, userId, null);
  }
  if (standing === 'closed') await sessions.endApiTokens(db, userId);
  await sessions.forget(db, userId);
  await queueMail(db, userId, 'standing_changed');
}
