/**
 * The devices on which a user has logged in. A device is known by a random id that it keeps in a cookie and of which only a keyed hash is
 * stored. A client that keeps no cookies is a new device with each login.
 */
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { isWithinAttempts } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import {
  DEVICE_COOKIE_DAYS,
  hashDeviceKey,
  hashesOfDeviceKey,
  newDeviceKey,
} from '../../platform/device-cookie.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { nameDevice, UNKNOWN_DEVICE } from '../../platform/sessions/device-name.ts';

type Facts = Pick<HttpFacts, 'deviceKey' | 'userAgent' | 'isFromBrowser'>;

export interface NotedDevice {
  id: bigint;
  /** For the cookie. */
  key: string;
}

/** What one user's devices are at most: clients without cookies would add one with each login. */
const MOST_DEVICES = 50;

/**
 * Notes in the caller's commit that this user logs in on this device. The first device of an account is a known one; any other is new
 * from now on, and the owner is told of it; so is one that was distrusted, which whoever logs in there was asked about. The row of the user must be locked.
 */
export async function noteDevice(
  context: Context,
  db: Db,
  userId: bigint,
  { deviceKey, userAgent }: Facts,
): Promise<NotedDevice> {
  const label = nameDevice(userAgent ?? null);
  const known = deviceKey === undefined ? undefined : await seeAgain(context, db, userId, deviceKey, label);
  if (known !== undefined) return known;
  // An id that we do not know for this user is kept where somebody else uses the same browser.
  const key = deviceKey ?? newDeviceKey(context.keys);
  const { id, isNew } = await db.get<{ id: bigint; isNew: boolean }>(
    `insert into devices (user_id, device_hash, label, new_since)
     values ($1, $2, $3, case when exists (select from devices where user_id = $1) then now() end)
     on conflict on constraint devices_once do update
       set label = excluded.label, last_seen_at = now(), new_since = now(), distrusted_at = null, pin_known_for = null,
         first_seen_at = case when devices.distrusted_at is null then now() else devices.first_seen_at end
     returning id, new_since is not null as "isNew"`,
    [userId, hashDeviceKey(context.keys, key), label],
  );
  await forgetMostStale(db, userId, id);
  if (isNew && (await isWorthMailing(db, userId, label))) await queueMail(db, userId, 'new_login');
  return { id, key };
}

interface Lookup extends Pick<Context, 'keys'> {
  pool: Db;
}

/** Whether this user has logged in on the device before, and nothing has spoken against it since. */
export async function isDeviceOf(context: Lookup, userId: bigint, key: string | undefined): Promise<boolean> {
  return (await trustIn(context, userId, key)) === 'known';
}

/** Whether it was one of this user's own, and was logged out for safety. */
export async function isDistrusted(
  context: Lookup,
  userId: bigint,
  key: string | undefined,
): Promise<boolean> {
  return (await trustIn(context, userId, key)) === 'distrusted';
}

async function trustIn(
  { pool, keys }: Lookup,
  userId: bigint,
  key: string | undefined,
): Promise<'known' | 'distrusted' | undefined> {
  if (key === undefined) return undefined;
  // By a key of before as well: then the row that was logged in last counts.
  const device = await pool.find<{ isDistrusted: boolean }>(
    `select distrusted_at is not null as "isDistrusted" from devices where user_id = $1 and device_hash = any($2)
     order by distrusted_at is null desc limit 1`,
    [userId, hashesOfDeviceKey(keys, key)],
  );
  return device && (device.isDistrusted ? 'distrusted' : 'known');
}

/**
 * In the caller's commit, before it ends sessions: these devices are asked like new ones at their next login, and are new ones from then on. Whoever had
 * the password may have logged in there. The PIN is known there no more. Locks the user, so that a login
 * that found its device known has ended, or looks again.
 */
export async function distrustDevices(
  db: Db,
  userId: bigint,
  which: { but: bigint | null } | { only: bigint },
): Promise<void> {
  await db.run('select from users where id = $1 for no key update', [userId]);
  const [id, isOnly] = 'only' in which ? [which.only, true] : [which.but, false];
  await db.run(
    `update devices set distrusted_at = now(), pin_known_for = null
     where user_id = $1 and distrusted_at is null and (id is not distinct from $2) = $3`,
    [userId, id, isOnly],
  );
}

/** From now on by the present key, whichever it was noted by. */
async function seeAgain(
  context: Context,
  db: Db,
  userId: bigint,
  key: string,
  label: string,
): Promise<NotedDevice | undefined> {
  const hashes = hashesOfDeviceKey(context.keys, key);
  const known = await db.find<{ id: bigint }>(
    `update devices set last_seen_at = now(), label = $4, device_hash = $2
     where id = (
       select id from devices
       where user_id = $1 and device_hash = any($3) and last_seen_at > now() - make_interval(days => $5) and distrusted_at is null
       order by device_hash = $2 desc limit 1) returning id`,
    [userId, hashes[0], hashes, label, DEVICE_COOKIE_DAYS],
  );
  return known && { id: known.id, key };
}

/**
 * One mail a day for each kind of device ("Chrome on Android"), so that whoever logs in without cookies all the time is not flooded and
 * another kind of device is told all the same. For programs, which log in by themselves, one in thirty days.
 */
const isWorthMailing = (db: Db, userId: bigint, label: string): Promise<boolean> =>
  isWithinAttempts(db, {
    name: 'new login told',
    parts: [String(userId), label],
    most: 1,
    windowSeconds: (label === UNKNOWN_DEVICE ? 30 : 1) * DAY_SECONDS,
  });

/** Those that never came back go first, and never the one at hand or one that was known from the beginning before them. */
async function forgetMostStale(db: Db, userId: bigint, keepId: bigint): Promise<void> {
  await db.run(
    `delete from devices where id in (
       select id from devices where user_id = $1 and id <> $2
       order by new_since is null desc, last_seen_at > first_seen_at desc, last_seen_at desc, id desc offset $3)`,
    [userId, keepId, MOST_DEVICES - 1],
  );
}

/**
 * Notes the device of a session that began before devices were noted, or whose own was forgotten. It is as known or as new as the session is, and was
 * last seen when that began: nobody proves anything here. Gives its id for the cookie.
 */
export async function adoptDevice(
  context: Context,
  principal: Principal,
  { deviceKey, userAgent, isFromBrowser }: Facts,
): Promise<string> {
  const key = deviceKey ?? newDeviceKey(context.keys);
  await context.pool.commit(async (db) => {
    const device = await db.find<{ id: bigint }>(
      `insert into devices (user_id, device_hash, label, new_since, first_seen_at, last_seen_at)
       select user_id, $2, $3, new_since, created_at, created_at from sessions where token_hash = $1
       on conflict on constraint devices_once do update set last_seen_at = devices.last_seen_at returning id`,
      [principal.tokenHash, hashDeviceKey(context.keys, key), nameDevice(userAgent ?? null)],
    );
    if (device !== undefined) {
      await context.sessions.setDevice(db, principal, { deviceId: device.id, isFromBrowser });
    }
  });
  return key;
}

/** Removes devices whose cookie has ended, but for the last one of each user: an account with none takes the next one for its first. For a job. */
export async function removeOldDevices(db: Db): Promise<void> {
  await db.run(
    `delete from devices d where last_seen_at < now() - make_interval(days => $1)
       and exists (select from devices newer where newer.user_id = d.user_id and (newer.last_seen_at, newer.id) > (d.last_seen_at, d.id))`,
    [DEVICE_COOKIE_DAYS],
  );
}
