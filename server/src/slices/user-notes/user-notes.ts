/**
 * What staff write about a user for each other. A note is a staff action: it is never changed or removed, and the chain of seals has it.
 */
import type { UserNote } from '@jara/contract/calls/administration/user-notes.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';

export async function userOrRefuse(db: Db, userId: bigint): Promise<void> {
  const user = await db.find('select from users where id = $1', [userId]);
  if (user === undefined) refuse('not_found');
}

interface Row extends Omit<UserNote, '_id' | 'createdAt'> {
  id: bigint;
  createdAt: Date;
}

/** The newest first; those before the one whose id is `before`. */
export async function notesOf(
  db: Db,
  userId: bigint,
  { most, before }: { most: number; before?: string | undefined },
): Promise<UserNote[]> {
  const rows = await db.rows<Row>(
    `select s.id, u.user_name as "userName", a.user_name as author, s.after ->> 'note' as note, s.done_at as "createdAt"
     from staff_actions s join users u on u.id = $1 join users a on a.id = s.actor_id
     where s.subject = $2 and s.action = 'addUserNote' and ($3::bigint is null or s.id < $3)
     order by s.id desc limit $4`,
    [userId, `user ${userId}`, before ?? null, most],
  );
  return rows.map(({ id, createdAt, ...row }) => ({
    _id: String(id),
    ...row,
    createdAt: createdAt.toISOString(),
  }));
}
