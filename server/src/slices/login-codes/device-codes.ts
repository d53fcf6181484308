/**
 * The way in for whoever is stopped by wrong passwords of others: a code that goes to the owner's e-mail address, entered on the device that asked for
 * it. It logs nobody in, and whoever enters it still needs all that a login takes: their wrong passwords are only counted apart from those of
 * strangers from then on. Anybody can ask for one, so the answers are the same for names that nobody has, after the same work.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import { countAttempt, isWithinAttempts } from '../../platform/attempts.ts';
import type { Context } from '../../app/context.ts';
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
import { countAskedMail, ignoreTooMany, isQuietNetwork, type AskedMails } from '../mails/asked-mails.ts';
import type { DeviceCodeLinks } from '../mails/compose-mail.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent, recordSecurityRefusal } from '../security-events/record-security-event.ts';
import { hashCode, isCode, mailedCodeFactor, MOST_TRIES, newCode } from './mailed-code.ts';

/** To one account from one network; so whoever asks from elsewhere leaves the owner some. */
const mails: AskedMails = { name: 'device code', perHour: 3, perHourAndNetwork: 10 };
/** To one account from all networks. */
const fromAllNetworks = [
  { most: 9, windowSeconds: HOUR_SECONDS },
  { most: 30, windowSeconds: DAY_SECONDS },
];
/** Whoever guesses needs no password to do so, as with the code of a login. */
const DIGITS = 8;
/** As long as somebody looks for the mail. */
const CODE_MINUTES = 15;
/** However late the mail leaves. */
const LONGEST_MINUTES = 2 * CODE_MINUTES;
/** As long as somebody tries to remember the password. After the login the device is one of the account's own. */
const PROVED_SECONDS = HOUR_SECONDS;
/** A mail takes its time: whoever asks again sooner gets the one that is under way. */
const AGAIN_AFTER_SECONDS = MINUTE_SECONDS;
const nobody = 0n;

type Facts = Pick<HttpFacts, 'id' | 'ip' | 'deviceKey' | 'userAgent' | 'network'>;

/** Who is meant by a name: undefined where nobody has it. `account` is one text for all spellings. */
export interface Named {
  userId: bigint | undefined;
  account: string;
}

/**
 * Whether somebody who reads the mails of this account, at the address that it has now, did so on the device in the last hour, and after its
 * devices were distrusted. A code that is on its way then is entered later, and proves as much as ever.
 */
export async function isProvedDevice(
  { pool, keys }: Pick<Context, 'keys'> & { pool: Db },
  userId: bigint | undefined,
  deviceKey: string | undefined,
): Promise<boolean> {
  if (deviceKey === undefined) return false;
  const proved = await pool.find(
    `select from device_codes d join users u on u.id = d.user_id and u.email = d.email
     where d.user_id = $1 and d.device_hash = any($2) and d.expires_at > now()
       and d.proved_at > coalesce(u.password_reset_at, '-infinity')
       and not exists (select from devices x where x.user_id = d.user_id and x.distrusted_at >= d.proved_at)`,
    [userId ?? nobody, hashesOfDeviceKey(keys, deviceKey)],
  );
  return proved !== undefined;
}

/** Has a code mailed where the account may have one, and refuses with `device_code_required`, which leaves the device its cookie. */
export async function askForDeviceCode(context: Context, named: Named, request: Facts): Promise<never> {
  const { pool, config } = context;
  const key = request.deviceKey ?? newDeviceKey(context.keys);
  const isQuiet = await isQuietNetwork(pool, mails, request.network);
  const sending = await pool
    .commit((db) => queueCode(context, db, named, { key, isQuiet, request }))
    .catch(ignoreTooMany);
  await note(pool, named, request, sending);
  return refuse('device_code_required', {
    headers: request.deviceKey === undefined ? deviceHeaders(key, config.publicUrl) : {},
  });
}

type Sending = 'ok' | 'refused' | 'locked';

async function queueCode(
  { keys }: Context,
  db: Db,
  { userId, account }: Named,
  { key, isQuiet, request }: { key: string; isQuiet: boolean; request: Facts },
): Promise<Sending> {
  const rule = { name: mails.name, parts: [account] };
  const device = { ...rule, parts: [account, 'device', key], most: 1, windowSeconds: AGAIN_AFTER_SECONDS };
  // For every name, and before anything that only an account has.
  if (!(await isWithinAttempts(db, device))) return 'refused';
  await countAskedMail(db, mails, { account: [account, request.network], isQuiet });
  for (const bound of fromAllNetworks)
    await countAttempt(db, { ...rule, ...bound, parts: [account, String(bound.windowSeconds)] });
  // What was mailed before is over, also by a key of before.
  await forgetProvedDevice({ keys }, db, userId ?? nobody, key);
  await db.run(
    `insert into device_codes (user_id, device_hash, device, email, expires_at)
     select id, $2, $3, email, now() + make_interval(mins => $4) from users where id = $1
     on conflict (user_id, device_hash) do nothing`,
    [userId ?? nobody, hashDeviceKey(keys, key), nameDevice(request.userAgent ?? null), CODE_MINUTES],
  );
  await queueMail(db, userId ?? nobody, 'device_code');
  return 'ok';
}

async function note(db: Db, { userId }: Named, request: Facts, sending: Sending): Promise<void> {
  const event = { what: 'device_code_sent' as const };
  if (userId !== undefined && sending === 'ok') return recordSecurityEvent(db, { userId }, request, event);
  await recordSecurityRefusal(db, userId ?? null, request, {
    ...event,
    outcome: sending === 'ok' ? 'wrong' : sending,
  });
}

/**
 * From now on this device has a counter of its own. Refuses with `wrong_code` whatever is wrong: a code that is over, of another device or of nobody is
 * not told from a wrong one.
 */
export async function proveDevice(
  { pool, keys }: Context,
  userId: bigint | undefined,
  { code, request }: { code: string; request: Facts },
): Promise<void> {
  const hashes = request.deviceKey === undefined ? [] : hashesOfDeviceKey(keys, request.deviceKey);
  const owner = userId ?? nobody;
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  const open = await pool.find<{ codeHash: Buffer }>(
    `update device_codes set tries = tries + 1
     where user_id = $1 and device_hash = any($2) and expires_at > now() and tries < $3 and code_hash is not null
     returning code_hash as "codeHash"`,
    [owner, hashes, MOST_TRIES],
  );
  if (open === undefined || !isCode(keys, partsOf(owner), code, open.codeHash)) return refuseWrong();
  await pool.commit(async (db) => {
    const used = await db.run(
      `update device_codes d set code_hash = null, proved_at = now(), expires_at = now() + make_interval(secs => $4)
       from users u where u.id = d.user_id and u.email = d.email
         and d.user_id = $1 and d.device_hash = any($2) and d.code_hash = $3 and d.expires_at > now()`,
      [owner, hashes, open.codeHash, PROVED_SECONDS],
    );
    if (used === 0) refuseWrong();
    await recordSecurityEvent(db, { userId: owner }, request, {
      what: 'device_proved',
      factor: mailedCodeFactor,
    });
  });
}

const refuseWrong = (): never =>
  refuse('wrong_code', {
    msg: wrongWords,
    errors: [{ field: 'deviceCode', msg: wrongWords }],
    factor: mailedCodeFactor,
  });
const wrongWords = 'This code is not right, or is over';

/** Its code and what that proved, by keys of before too. In the commit that logs in there: the device is one of the account's own from then on. */
export async function forgetProvedDevice(
  { keys }: Pick<Context, 'keys'>,
  db: Db,
  userId: bigint,
  deviceKey: string | undefined,
): Promise<void> {
  if (deviceKey === undefined) return;
  await db.run('delete from device_codes where user_id = $1 and device_hash = any($2)', [
    userId,
    hashesOfDeviceKey(keys, deviceKey),
  ]);
}

/** What mails say: a new code, made as the mail leaves. None where nobody waits for it any more. */
export const deviceCodeLinks = ({ pool, keys }: Context): DeviceCodeLinks => ({
  async deviceCode(userId, mailId) {
    const code = newCode(DIGITS);
    // A mail that is tried again has another code, and no more tries for that.
    const waiting = await pool.find<{ device: string }>(
      `update device_codes c set code_hash = $3,
         expires_at = least(now() + make_interval(mins => $4), c.asked_at + make_interval(mins => $5))
       from mails m where m.id = $2 and c.user_id = $1 and c.asked_at = m.created_at and c.proved_at is null and c.expires_at > now()
       returning c.device`,
      [userId, mailId, hashCode(keys, partsOf(userId), code), CODE_MINUTES, LONGEST_MINUTES],
    );
    return waiting && { code, device: waiting.device, minutes: CODE_MINUTES };
  },
});

/** Not the code of a login, should it have the same digits. */
const partsOf = (userId: bigint): string[] => ['device', String(userId)];

/** Removes codes and proofs that are over; for a job. */
export async function removeOldDeviceCodes(db: Db): Promise<void> {
  await db.run('delete from device_codes where expires_at < now()');
}
