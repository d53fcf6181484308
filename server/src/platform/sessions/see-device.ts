import type { Db } from '../db.ts';
import type { Principal } from './principal.ts';

/** In the commit that switches the second factor on, which was given there as at a login after it. */
export async function seeDevice(db: Db, { deviceId }: Pick<Principal, 'deviceId'>): Promise<void> {
  await db.run('update devices set last_seen_at = now() where id = $1', [deviceId]);
}

/**
 * Once the right PIN was given there, or it was set or changed there. `setAt` is seconds as the database writes them; nothing is noted where the device
 * was distrusted, or that PIN removed, a moment ago.
 */
export async function notePinDevice(
  db: Db,
  { userId, deviceId }: Pick<Principal, 'userId' | 'deviceId'>,
  { setAt }: { setAt: string },
): Promise<void> {
  await db.run(
    `update devices d set pin_known_for = p.set_at from pins p
     where p.user_id = $1 and extract(epoch from p.set_at)::text = $3 and d.user_id = $1 and d.id = $2 and d.distrusted_at is null`,
    [userId, deviceId, setAt],
  );
}
