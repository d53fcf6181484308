import type { Db } from '../db.ts';
import type { Principal } from './principal.ts';

/** In the commit that switches the second factor on, which was given there as at a login after it. */
export async function seeDevice(db: Db, { deviceId }: Pick<Principal, 'deviceId'>): Promise<void> {
  await db.run('update devices set last_seen_at = now() where id = $1', [deviceId]);
}
