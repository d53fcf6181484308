import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';

/** Refuses with `service_locked` while staff have switched the service off. Read in the commit that it guards. */
export async function refuseWhenLocked(db: Db, name: 'transfer' | 'withdraw'): Promise<void> {
  const open = await db.find(`select from services where name = $1 and service_type = 'wallet' and is_open`, [
    name,
  ]);
  if (open === undefined) refuse('service_locked');
}
