import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import { refuseForOneself } from './staff-money.ts';

/**
 * In a commit that has locked who acts and the user, who exists: refuses where both accounts are one person's, as far as the identity registers and the
 * phone numbers tell. What moves money or sets prices asks by `checkStaffMoney`.
 */
export async function refuseSamePerson(
  db: Db,
  { identity }: Pick<Config, 'identity'>,
  { userId: actorId }: Pick<Principal, 'userId'>,
  userId: bigint,
): Promise<void> {
  if (await isSamePerson(db, identity, actorId, userId)) refuseForOneself();
}
