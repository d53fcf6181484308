/**
 * Whom a colleague made staff counts as one of two people only after STAFF_NEW_HOURS: else one admin would appoint another account of their own and confirm by it. So does
 * whose e-mail address or phone number a colleague corrected: whoever is reached there can set the password. The other admins are told by mail as it happens, and have that
 * time to ask why. Whom the operator appoints on the machine counts at once.
 */
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';

const became = (right: 'isAdmin' | 'isAgent'): string =>
  `(s.after ->> '${right}')::boolean and not (s.before ->> '${right}')::boolean`;

/** Which of these people it holds for. */
export async function findNewStaff(
  db: Db,
  { staffSecondPerson: { newHours } }: Pick<Config, 'staffSecondPerson'>,
  userIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await db.rows<{ id: bigint }>(
    `select u.id from unnest($1::bigint[]) as u(id) where exists (
       select from staff_actions s where s.subject = 'user ' || u.id and s.actor_id is not null and s.done_at > now() - make_interval(hours => $2)
         and (s.action = 'setRoles' and (${became('isAdmin')} or ${became('isAgent')}) or s.action = 'correctContactDetails'))`,
    [userIds, newHours],
  );
  return rows.map(({ id }) => id);
}
