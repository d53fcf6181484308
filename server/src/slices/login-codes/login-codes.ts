/**
 * The code that a login with a password takes on a device that the account does not know. It goes to the owner's e-mail address, is made as the mail
 * leaves, and of it only a keyed hash is stored. It works once, for a few minutes and tries, and on the device alone on which it was asked for, known
 * by its cookie. Whoever has the password can have only so many mailed.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import {
  deviceHeaders,
  hashDeviceKey,
  hashesOfDeviceKey,
  newDeviceKey,
} from '../../platform/device-cookie.ts';
import { refuse } from '../../platform/refuse.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import { nameDevice } from '../../platform/sessions/device-name.ts';
import type { LoginCodeLinks } from '../mails/compose-mail.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { isDeviceOf, isDistrusted } from '../sessions/devices.ts';
import { isProvedDevice } from './device-codes.ts';
import { hashCode, isCode, mailedCodeFactor, MOST_TRIES, newCode } from './mailed-code.ts';

const DIGITS = 6;
/** A mail takes its time: who asks again sooner is told to look for the one that is under way. */
const AGAIN_AFTER_SECONDS = MINUTE_SECONDS;
/** How many times what one network may have in an hour an account may have from all of them, and in a day. */
const MORE = { fromAllNetworks: 2, inDay: 4 };

type Facts = Pick<HttpFacts, 'id' | 'ip' | 'deviceKey' | 'userAgent' | 'network'>;

/** In the commit that logs in, of a user that it has locked. Whether this login takes a code: not the first one of an account, and none on a device that it knows or where the mailbox was proved a moment ago. */
export async function needsLoginCode(
  { config, keys }: Context,
  db: Db,
  userId: bigint,
  { deviceKey }: Facts,
): Promise<boolean> {
  const lookup = { pool: db, keys };
  if (config.loginCodes.minutes === 0 || (await isDeviceOf(lookup, userId, deviceKey))) return false;
  if (await isProvedDevice(lookup, userId, deviceKey)) return false;
  const { isFirst } = await db.get<{ isFirst: boolean }>(
    `select last_login_at is null and not exists (select from devices where user_id = $1) as "isFirst" from users where id = $1`,
    [userId],
  );
  return !isFirst;
}

/**
 * Has a code mailed, unless one was a moment ago, and refuses with `login_code_required`, which leaves the device its cookie. Refuses with
 * `too_many_requests` when the account has had as many as it may.
 */
export async function askForLoginCode(context: Context, userId: bigint, request: Facts): Promise<never> {
  const { pool, config } = context;
  const key = request.deviceKey ?? newDeviceKey(context.keys);
  const { email, waitSeconds } = await pool.commit(async (db) => {
    // Of two at once the second finds the code of the first.
    const user = await db.get<Asker>(
      `select email, coalesce(extract(epoch from password_reset_at)::text, '') as "passwordOf" from users where id = $1 for no key update`,
      [userId],
    );
    const asked = await db.find<{ waitSeconds: number }>(
      `select ceil($3 - extract(epoch from now() - asked_at))::int as "waitSeconds" from login_codes
       where user_id = $1 and device_hash = any($2) and expires_at > now() and asked_at > now() - make_interval(secs => $3)`,
      [userId, hashesOfDeviceKey(context.keys, key), AGAIN_AFTER_SECONDS],
    );
    if (asked !== undefined) return { ...user, ...asked };
    await countCode(context, db, [String(userId), user.passwordOf], request);
    // What was mailed before is over.
    await db.run(
      `insert into login_codes as c (user_id, device_hash, device, expires_at) values ($1, $2, $3, now() + make_interval(mins => $4))
       on conflict (user_id, device_hash) do update
         set code_hash = null, tries = 0, asked_at = now(), device = excluded.device, expires_at = excluded.expires_at`,
      [
        userId,
        hashDeviceKey(context.keys, key),
        nameDevice(request.userAgent ?? null),
        config.loginCodes.minutes,
      ],
    );
    await queueMail(db, userId, 'login_code');
    await recordSecurityEvent(db, { userId }, request, { what: 'login_code_sent', factor: 'password' });
    return { ...user, waitSeconds: 0 };
  });
  const sentTo = maskEmail(email);
  const again = waitSeconds > 0 ? `. You can have another in ${waitSeconds} seconds` : '';
  const why = (await isDistrusted(context, userId, key)) ? 'was logged out for safety' : 'is new here';
  return refuse('login_code_required', {
    msg: `This device ${why}: enter the code that we sent to ${sentTo}${again}`,
    body: { sentTo },
    headers: request.deviceKey === undefined ? deviceHeaders(key, config.publicUrl) : {},
  });
}

interface Asker {
  email: string;
  /** Since when the password is this one, as far as it was reset: whoever had the one before has used up nothing of it. */
  passwordOf: string;
}

/** In one commit: what one of the bounds refuses counts at none of them. */
async function countCode(
  { config }: Context,
  db: Db,
  account: readonly string[],
  { network }: Facts,
): Promise<void> {
  const { perHour } = config.loginCodes;
  const rule = { name: 'login code', windowSeconds: HOUR_SECONDS };
  await countAttempt(db, { ...rule, parts: [...account, 'network', network], most: perHour });
  await countAttempt(db, { ...rule, parts: [...account, 'hour'], most: MORE.fromAllNetworks * perHour });
  await countAttempt(db, {
    ...rule,
    parts: [...account, 'day'],
    most: MORE.inDay * perHour,
    windowSeconds: DAY_SECONDS,
  });
}

/** Runs `work` in the commit that uses the code up. Refuses with `wrong_code`, and with `code_over` after its time, its tries, or on another device. */
export async function withLoginCode<Result>(
  context: Context,
  userId: bigint,
  { code, request: { deviceKey } }: { code: string; request: Facts },
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { pool, keys } = context;
  const hashes = deviceKey === undefined ? [] : hashesOfDeviceKey(keys, deviceKey);
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  const open = await pool.find<{ codeHash: Buffer; tries: number }>(
    `update login_codes set tries = tries + 1
     where user_id = $1 and device_hash = any($2) and expires_at > now() and tries < $3 and code_hash is not null
     returning code_hash as "codeHash", tries`,
    [userId, hashes, MOST_TRIES],
  );
  if (open === undefined)
    refuse('code_over', {
      errors: [{ field: 'code', msg: 'This code is over. Ask for another' }],
      factor: mailedCodeFactor,
    });
  if (!isCode(keys, [String(userId)], code, open.codeHash)) {
    // One mail for a code: of many at once one is the last.
    if (open.tries === MOST_TRIES) await queueMail(pool, userId, 'wrong_codes');
    refuse('wrong_code', {
      errors: [{ field: 'code', msg: 'This code is not right' }],
      factor: mailedCodeFactor,
    });
  }
  return pool.commit(async (db) => {
    const used = await db.run(
      'delete from login_codes where user_id = $1 and device_hash = any($2) and code_hash = $3 and expires_at > now()',
      [userId, hashes, open.codeHash],
    );
    if (used === 0) refuse('code_over', { factor: mailedCodeFactor });
    return work(db);
  });
}

/** What mails say: a new code, made as the mail leaves, which ends the one before and has the tries that were left to that. None where nobody waits for it any more. */
export const loginCodeLinks = ({ pool, keys, config }: Context): LoginCodeLinks => ({
  async loginCode(userId, mailId) {
    const code = newCode(DIGITS);
    const waiting = await pool.find<{ device: string }>(
      `update login_codes c set code_hash = $3,
         expires_at = least(now() + make_interval(mins => $4), c.asked_at + make_interval(mins => 2 * $4))
       from mails m where m.id = $2 and c.user_id = $1 and c.asked_at = m.created_at and c.expires_at > now() returning c.device`,
      [userId, mailId, hashCode(keys, [String(userId)], code), config.loginCodes.minutes],
    );
    return waiting && { code, device: waiting.device, minutes: config.loginCodes.minutes };
  },
});

/** `a•••@mail.example`: its owner knows it again, and whoever only has the password does not learn it. */
const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••');

/** Removes codes that are over; for a job. */
export async function removeOldLoginCodes(db: Db): Promise<void> {
  await db.run('delete from login_codes where expires_at < now()');
}
