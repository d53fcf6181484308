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

export interface CodeLimits {
  ofQuarter: AttemptRule;
  /** Counts wrong ones of the app only, and no right one forgets them: its owner logs in while a thief guesses beside. */
  ofDay: AttemptRule;
}

export async function codeLimitsOf(context: Context, giver: CodeGiver): Promise<CodeLimits> {
  const most = context.config.limits.totpFailuresPer15Minutes;
  const parts = await partsOf(context, giver);
  return {
    ofQuarter: { name: 'totp', parts, most, windowSeconds: 15 * MINUTE_SECONDS },
    ofDay: {
      name: 'totp',
      parts: [...parts, 'day'],
      most: TIMES_IN_DAY * most,
      windowSeconds: DAY_SECONDS,
    },
  };
}

/**
 * By the key of the app too: guesses at another one are others. Whatever logged in since that one is on gave it, or a passkey; a device of before may be
 * that of somebody who only had the password.
 */
async function partsOf(
  { pool, keys }: Context,
  { userId, deviceId = null, deviceKey }: CodeGiver,
): Promise<string[]> {
  const found = await pool.get<{ since: string; deviceId: bigint | null }>(
    `select coalesce(extract(epoch from f.confirmed_at)::text, '') as since,
       (select d.id from devices d
        where d.user_id = u.id and (d.id = $2 or d.device_hash = any($3)) and d.distrusted_at is null
          and d.last_seen_at >= coalesce(f.confirmed_at, '-infinity')
        order by d.last_seen_at desc limit 1) as "deviceId"
     from users u left join second_factors f on f.user_id = u.id where u.id = $1`,
    [userId, deviceId, deviceKey === undefined ? [] : hashesOfDeviceKey(keys, deviceKey)],
  );
  const device = found.deviceId === null ? [] : ['device', String(found.deviceId)];
  return [String(userId), found.since, ...device];
}
