/** On which device of the account somebody gives a code, a PIN or a password: by it their wrong ones are counted. */
import type { Context } from '../../app/context.ts';
import { hashesOfDeviceKey } from '../../platform/device-cookie.ts';

/** Who gives it: in a session, or to get one. */
export type CodeGiver = { userId: bigint } & (
  { deviceId: bigint | null; deviceKey?: never } | { deviceKey: string | undefined; deviceId?: never }
);

interface DeviceOfGiver {
  id: bigint;
  /** Which PIN was given there, by the moment at which it was set. */
  pinKnownFor: string;
  /** Somebody logged in there since two-step login is on; always without that. */
  isSinceFactor: boolean;
}

/**
 * Undefined for a device that nobody logged in on, or that was distrusted. Whatever logged in since two-step login is on gave a code of it, or a passkey; a
 * device of before may be that of somebody who only had the password. Call it outside any commit.
 */
export async function deviceOfGiver(
  { pool, keys }: Context,
  { userId, deviceId = null, deviceKey }: CodeGiver,
): Promise<{ factorSince: string; passwordSince: string; device: DeviceOfGiver | undefined }> {
  const found = await pool.get<
    { factorSince: string; passwordSince: string; id: bigint | null } & Omit<DeviceOfGiver, 'id'>
  >(
    `select coalesce(extract(epoch from f.confirmed_at)::text, '') as "factorSince",
       coalesce(extract(epoch from u.password_reset_at)::text, '') as "passwordSince",
       d.id, coalesce(extract(epoch from d.pin_known_for)::text, '') as "pinKnownFor",
       coalesce(d.last_seen_at >= coalesce(f.confirmed_at, '-infinity'), false) as "isSinceFactor"
     from users u left join second_factors f on f.user_id = u.id
       left join lateral (
         select id, pin_known_for, last_seen_at from devices
         where user_id = u.id and (id = $2 or device_hash = any($3)) and distrusted_at is null
         order by last_seen_at desc limit 1) d on true
     where u.id = $1`,
    [userId, deviceId, deviceKey === undefined ? [] : hashesOfDeviceKey(keys, deviceKey)],
  );
  const { factorSince, passwordSince, id, pinKnownFor, isSinceFactor } = found;
  return { factorSince, passwordSince, device: id === null ? undefined : { id, pinKnownFor, isSinceFactor } };
}
