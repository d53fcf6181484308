/**
 * How often passwords may be wrong. A device that the account knows has a counter of its own: no stranger locks its owner out there, and no
 * neighbour behind the same address. Everybody else is counted by account and network, by account over all networks, with windows that grow, and by
 * network over all accounts. Whoever is stopped there by others proves the mailbox of the account, and is then counted by device, and by account over all
 * devices that did so: nobody who does not read its mails fills those counters.
 */
import { DAY_SECONDS, HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import {
  clearAttempts,
  isWithinAttempts,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { deviceHeaders, newDeviceKey } from '../../platform/device-cookie.ts';
import { Refusal } from '../../platform/refuse.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import { askForDeviceCode, isProvedDevice, proveDevice } from '../login-codes/device-codes.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { isDeviceOf } from '../sessions/devices.ts';
import { spellingOf } from './identifiers.ts';

const SHORT_SECONDS = 15 * 60;
/** Each is for as many more, and makes wait longer. */
const growing = [
  { times: 1, windowSeconds: SHORT_SECONDS },
  { times: 2, windowSeconds: 6 * HOUR_SECONDS },
  { times: 3, windowSeconds: DAY_SECONDS },
];
/** Wrong passwords in a day after which the owner gets a mail. */
const MAILED_AFTER = 10;
const nobody = 0n;

type Facts = Pick<HttpFacts, 'id' | 'ip' | 'network' | 'deviceKey' | 'userAgent'>;
/** How far the account knows the device of the caller. */
type Standing = 'known' | 'proved' | 'strange';

export interface LoginLimits {
  /** Refuses with `too_many_requests`. */
  refuse(): Promise<void>;
  /** Counts a wrong password, and refuses when it is one too many. */
  count(): Promise<void>;
  /** Forgets what this very caller did wrong, in the commit that lets them in. */
  clear(db: Db): Promise<void>;
}

interface Attempt {
  userId: bigint | undefined;
  name: string;
  /** Given where the limits are reached: the code that was mailed, or nothing, to have one mailed. */
  deviceCode: string | undefined;
  request: Facts;
}

/**
 * The limits that are not reached for this caller. Refuses with `too_many_requests`, and with what `deviceCode` leads to: `device_code_required` and
 * `wrong_code`. Nothing of it costs a hash.
 */
export async function passLoginLimits(context: Context, attempt: Attempt): Promise<LoginLimits> {
  const { userId, name, deviceCode, request } = attempt;
  // By account, so that trying its three names gives no more attempts than one.
  const account = userId === undefined ? `unknown ${spellingOf(name)}` : `user ${userId}`;
  const standing = await standingOf(context, attempt);
  const limits = limitsFor(context, { userId, account, request }, standing);
  const reached = await limits.refuse().catch(tooMany);
  if (reached === undefined) return limits;
  if (standing !== 'strange' || deviceCode === undefined) throw reached;
  if (deviceCode.trim() === '') return askForDeviceCode(context, { userId, account }, request);
  await proveDevice(context, userId, { code: deviceCode, request });
  const own = limitsFor(context, { userId, account, request }, 'proved');
  await own.refuse();
  return own;
}

async function standingOf(context: Context, { userId, request }: Attempt): Promise<Standing> {
  if (await isDeviceOf(context, userId ?? nobody, request.deviceKey)) return 'known';
  return (await isProvedDevice(context, userId, request.deviceKey)) ? 'proved' : 'strange';
}

function limitsFor(
  context: Context,
  { userId, account, request }: { userId: bigint | undefined; account: string; request: Facts },
  standing: Standing,
): LoginLimits {
  const { pool } = context;
  const own = ownRule(context, account, request, standing);
  const rules = [own, ...sharedRules(context, account, request, standing)];
  const refuseFull = (): Promise<void> =>
    refuseTooManyAttempts(pool, ...rules).catch((error: unknown) => {
      const full = tooMany(error);
      throw standing === 'strange' ? offerCode(context, full, request) : full;
    });
  return {
    refuse: refuseFull,
    async count() {
      let areWithin = true;
      for (const rule of rules) areWithin = (await isWithinAttempts(pool, rule)) && areWithin;
      await mailOwner(pool, userId, account);
      if (!areWithin) await refuseFull();
    },
    clear: (db) => clearAttempts(db, own),
  };
}

function tooMany(error: unknown): Refusal {
  if (error instanceof Refusal && error.code === 'too_many_requests') return error;
  throw error;
}

/** The same for names that nobody has. With the cookie of the device already, so that two presses of one button are one device. */
const offerCode = ({ config, keys }: Context, { code, details }: Refusal, { deviceKey }: Facts): Refusal =>
  new Refusal(code, {
    ...details,
    headers: {
      ...details.headers,
      ...(deviceKey === undefined && deviceHeaders(newDeviceKey(keys), config.publicUrl)),
    },
    msg: 'Too many wrong passwords, yours or those of others. Try again later, or have a code sent to your e-mail address',
    body: { codeByMail: true },
  });

const ownRule = (
  { config }: Context,
  account: string,
  { network, deviceKey = '' }: Facts,
  standing: Standing,
): AttemptRule => ({
  name: 'login',
  parts: standing === 'strange' ? [account, network] : [account, 'device', deviceKey],
  most: config.limits.loginFailuresPer15Minutes,
  windowSeconds: SHORT_SECONDS,
});

function sharedRules(
  { config }: Context,
  account: string,
  { network }: Facts,
  standing: Standing,
): AttemptRule[] {
  if (standing === 'known') return [];
  const { loginFailuresPerAccount, loginFailuresPerNetwork } = config.limits;
  const ofAccount = growing.map(({ times, windowSeconds }) => ({
    name: 'login',
    parts: [account, standing === 'proved' ? 'proved devices' : 'all networks', String(windowSeconds)],
    most: times * loginFailuresPerAccount,
    windowSeconds,
  }));
  if (standing === 'proved') return ofAccount;
  const ofNetwork = {
    name: 'login',
    parts: ['all accounts', network],
    most: loginFailuresPerNetwork,
    windowSeconds: SHORT_SECONDS,
  };
  return [...ofAccount, ofNetwork];
}

/** Once a day. Counted for names that nobody has, too: the same work. */
async function mailOwner(db: Db, userId: bigint | undefined, account: string): Promise<void> {
  const isWithin = (name: string, most: number): Promise<boolean> =>
    isWithinAttempts(db, { name, parts: [account], most, windowSeconds: DAY_SECONDS });
  if (await isWithin('wrong passwords', MAILED_AFTER - 1)) return;
  if (await isWithin('wrong passwords mailed', 1)) await queueMail(db, userId ?? nobody, 'wrong_passwords');
}
