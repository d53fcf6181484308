/**
 * How often PINs may be wrong. A device on which the right one was given, or two-step login was passed, has counters of its own; all others are counted
 * together, however many they are. Whoever guesses in a session that is not theirs locks the owner out on that device alone, or on strange ones. A login
 * does not make a device known here as it does to a code: the password may be all that a thief has.
 */
import { DAY_SECONDS, HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { hasAttempts, isWithinAttempts, type AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { deviceOfGiver } from './device-of-giver.ts';

/**
 * How many times those of an hour may be wrong in a day: few people's PINs are among the first fifteen that a thief would try, many among 120. A thief has
 * 15 of 10,000 with all devices of their own, and as many more with each session that was stolen from a device of the owner: N of them make 15 times N + 1.
 */
const TIMES_IN_DAY = 3;

/** Longer than a device that nobody logs in on is remembered. */
const KNOWN_DAYS = 400;

export type PinGiver = Pick<Principal, 'userId' | 'deviceId'>;

export interface PinLimits {
  ofHour: AttemptRule;
  /** Counts wrong ones only, and no right one forgets them: its owner pays while a thief guesses beside. */
  ofDay: AttemptRule;
  /** Notes, with a right one, that the device is known from now on. Undefined where it is, or where there is none. */
  known: AttemptRule | undefined;
}

/** By the hash of the PIN as well: guesses at another one are others. */
export async function pinLimitsOf(
  context: Context,
  giver: PinGiver,
  { pinHash, setAt }: { pinHash: string; setAt: Date },
): Promise<PinLimits> {
  const { pool, config } = context;
  const most = config.limits.pinFailuresPerHour;
  const { factorSince, device } = await deviceOfGiver(context, giver);
  const known = device && knownRule(giver.userId, setAt, device);
  const isKnown =
    (factorSince !== '' && device?.isSinceFactor === true) ||
    (known !== undefined && (await hasAttempts(pool, known)));
  const parts = [String(giver.userId), pinHash, isKnown ? String(device?.id) : 'strangers'];
  return {
    ofHour: { name: 'pin', parts, most, windowSeconds: HOUR_SECONDS },
    ofDay: { name: 'pin', parts: [...parts, 'day'], most: TIMES_IN_DAY * most, windowSeconds: DAY_SECONDS },
    known: isKnown ? undefined : known,
  };
}

/** Whoever sets a first PIN knows it, and so does whoever changes it. In the caller's commit. */
export async function knowPinDevice(context: Context, db: Db, giver: PinGiver, setAt: Date): Promise<void> {
  const { device } = await deviceOfGiver(context, giver);
  if (device !== undefined) await isWithinAttempts(db, knownRule(giver.userId, setAt, device));
}

/** A row that is counted once. One that was distrusted, or a PIN that was removed, makes another rule, and so another row. */
const knownRule = (userId: bigint, setAt: Date, device: { id: bigint; newSince: string }): AttemptRule => ({
  name: 'pin_device',
  parts: [String(userId), setAt.toISOString(), String(device.id), device.newSince],
  most: 1,
  windowSeconds: KNOWN_DAYS * DAY_SECONDS,
});
