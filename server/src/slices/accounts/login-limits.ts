/**
 * How often passwords may be wrong. A device that the account knows has a counter of its own: no stranger locks its owner out there, and no
 * neighbour behind the same address. Everybody else is counted by account and network, by account over all networks, with windows that grow, and by
 * network over all accounts.
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
import type { HttpFacts } from '../../platform/serve.ts';
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

type Facts = Pick<HttpFacts, 'network' | 'deviceKey'>;

export interface LoginLimits {
  /** Refuses with `too_many_requests`. */
  refuse(): Promise<void>;
  /** Counts a wrong password, and refuses when it is one too many. */
  count(): Promise<void>;
  /** Forgets what this very caller did wrong, in the commit that lets them in. */
  clear(db: Db): Promise<void>;
}

export async function loginLimits(
  context: Context,
  userId: bigint | undefined,
  { name, request }: { name: string; request: Facts },
): Promise<LoginLimits> {
  const { pool } = context;
  // By account, so that trying its three names gives no more attempts than one.
  const account = userId === undefined ? `unknown ${spellingOf(name)}` : `user ${userId}`;
  const isKnown = await isDeviceOf(context, userId ?? nobody, request.deviceKey);
  const own = ownRule(context, account, request, isKnown);
  const rules = isKnown ? [own] : [own, ...sharedRules(context, account, request)];
  const refuse = (): Promise<void> => refuseTooManyAttempts(pool, ...rules);
  return {
    refuse,
    async count() {
      let areWithin = true;
      for (const rule of rules) areWithin = (await isWithinAttempts(pool, rule)) && areWithin;
      await mailOwner(pool, userId, account);
      if (!areWithin) await refuse();
    },
    clear: (db) => clearAttempts(db, own),
  };
}

const ownRule = (
  { config }: Context,
  account: string,
  { network, deviceKey = '' }: Facts,
  isKnown: boolean,
): AttemptRule => ({
  name: 'login',
  parts: isKnown ? [account, 'device', deviceKey] : [account, network],
  most: config.limits.loginFailuresPer15Minutes,
  windowSeconds: SHORT_SECONDS,
});

const sharedRules = ({ config }: Context, account: string, { network }: Facts): AttemptRule[] => [
  ...growing.map(({ times, windowSeconds }) => ({
    name: 'login',
    parts: [account, 'all networks', String(windowSeconds)],
    most: times * config.limits.loginFailuresPerAccount,
    windowSeconds,
  })),
  {
    name: 'login',
    parts: ['all accounts', network],
    most: config.limits.loginFailuresPerNetwork,
    windowSeconds: SHORT_SECONDS,
  },
];

/** Once a day. Counted for names that nobody has, too: the same work. */
async function mailOwner(db: Db, userId: bigint | undefined, account: string): Promise<void> {
  const isWithin = (name: string, most: number): Promise<boolean> =>
    isWithinAttempts(db, { name, parts: [account], most, windowSeconds: DAY_SECONDS });
  if (await isWithin('wrong passwords', MAILED_AFTER - 1)) return;
  if (await isWithin('wrong passwords mailed', 1)) await queueMail(db, userId ?? nobody, 'wrong_passwords');
}
