/**
 * How often codes of two-step login may be wrong. A device on which the second factor was given has counters of its own: whoever has the password, and
 * guesses, locks its owner out nowhere but on strange devices. All others are counted together, however many they are.
 */
import { DAY_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { AttemptRule } from '../../platform/attempts.ts';
import { hashesOfDeviceKey } from '../../platform/device-cookie.ts';

/** How many times those of 15 minutes may be wrong in a day: of a million codes three are right at each moment, so 480 guesses a day would have one right in about two years, 15 in sixty. */
const TIMES_IN_DAY = 3;

/** Who gives a code: in a session, or to get one. */
export type CodeGiver = { userId: bigint } & (
  { deviceId: bigint | null; deviceKey?: never } | { deviceKey: string | undefined; deviceId?: never }
);

/** How many times those of a day strangers may be wrong in a day, however often the password is reset meanwhile. */
const TIMES_OVER_RESETS = 3;

export interface CodeLimits {
  ofQuarter: AttemptRule;
  /** Count wrong ones of the app only, and no right one forgets them: its owner logs in while a thief guesses beside. */
  ofDay: AttemptRule[];
}

export async function codeLimitsOf(context: Context, giver: CodeGiver): Promise<CodeLimits> {
  const most = context.config.limits.totpFailuresPer15Minutes;
  const { key, parts, isStranger } = await giverOf(context, giver);
  const inDay = (of: string[], times: number): AttemptRule => ({
    name: 'totp',
    parts: [...of, 'day'],
    most: times * most,
    windowSeconds: DAY_SECONDS,
  });
  return {
    ofQuarter: { name: 'totp', parts, most, windowSeconds: 15 * MINUTE_SECONDS },
    ofDay: [
      inDay(parts, TIMES_IN_DAY),
      ...(isStranger ? [inDay(key, TIMES_IN_DAY * TIMES_OVER_RESETS)] : []),
    ],
  };
}

/** Whose passkeys are counted together: as codes are, by device or those of all strangers. */
export const partsOfGiver = async (context: Context, giver: CodeGiver): Promise<string[]> =>
  (await giverOf(context, giver)).parts;

/**
 * By the key of the app too: guesses at another one are others. Whatever logged in since that one is on gave it, or a passkey; a device of before may be
 * that of somebody who only had the password. Strangers begin anew once the password was reset by its link: whoever guessed knew the one before.
 */
async function giverOf(
  { pool, keys }: Context,
  { userId, deviceId = null, deviceKey }: CodeGiver,
): Promise<{ key: string[]; parts: string[]; isStranger: boolean }> {
  const found = await pool.get<{ since: string; password: string; deviceId: bigint | null }>(
    `select coalesce(extract(epoch from f.confirmed_at)::text, '') as since,
       coalesce(extract(epoch from u.password_reset_at)::text, '') as password,
       (select d.id from devices d
        where d.user_id = u.id and (d.id = $2 or d.device_hash = any($3)) and d.distrusted_at is null
          and d.last_seen_at >= coalesce(f.confirmed_at, '-infinity')
        order by d.last_seen_at desc limit 1) as "deviceId"
     from users u left join second_factors f on f.user_id = u.id where u.id = $1`,
    [userId, deviceId, deviceKey === undefined ? [] : hashesOfDeviceKey(keys, deviceKey)],
  );
  const key = [String(userId), found.since];
  return found.deviceId === null
    ? { key, parts: [...key, 'strangers', found.password], isStranger: true }
    : { key, parts: [...key, 'device', String(found.deviceId)], isStranger: false };
}
