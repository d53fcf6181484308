/**
 * How often PINs may be wrong. A device on which the right one was given, or two-step login was passed, has counters of its own; all others are counted
 * together, however many they are. Whoever guesses in a session that is not theirs locks the owner out on that device alone, or on strange ones. A login
 * does not make a device known here as it does to a code: the password may be all that a thief has. A thief has 15 of 10,000 in a day with all devices of their
 * own, and as many more with each session that was stolen from a device of the owner: N of them make 15 × (N + 1).
 */
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { AttemptRule } from '../../platform/attempts.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { dayLimits } from './day-limits.ts';
import { deviceOfGiver } from './device-of-giver.ts';

export type PinGiver = Pick<Principal, 'userId' | 'deviceId'>;

/** Which PIN of the user: both are moments as the database writes them. */
export interface PinAge {
  /** Of the first one; one that is changed is as old. */
  setAt: string;
  /** Another one with other digits alone. */
  chosenAt: string;
}

export const pinAgeColumns =
  'extract(epoch from set_at)::text as "setAt", extract(epoch from chosen_at)::text as "chosenAt"';

export interface PinLimits {
  ofHour: AttemptRule;
  /** Count wrong ones only, and no right one forgets them: its owner pays while a thief guesses beside. */
  ofDay: AttemptRule[];
  /** That the right one was given on this device. */
  isNoted: boolean;
}

/**
 * By the digits of the PIN: guesses at others are others. Strangers begin anew once the password was reset by its link, which makes strangers of the
 * devices of the owner: whoever guessed knew the one before.
 */
export async function pinLimitsOf(
  context: Context,
  giver: PinGiver,
  { setAt, chosenAt }: PinAge,
): Promise<PinLimits> {
  const most = context.config.limits.pinFailuresPerHour;
  const { factorSince, passwordSince, device } = await deviceOfGiver(context, giver);
  const isFactorKnown = factorSince !== '' && device?.isSinceFactor === true;
  const isNoted = device?.pinKnownFor === setAt;
  const isKnown = device !== undefined && (isFactorKnown || isNoted);
  const pin = [String(giver.userId), chosenAt];
  const parts = isKnown ? [...pin, String(device.id)] : [...pin, 'strangers', passwordSince];
  const ofHour = { name: 'pin', parts, most, windowSeconds: HOUR_SECONDS };
  return { ofHour, ofDay: dayLimits(ofHour, isKnown ? undefined : [...pin, 'all strangers']), isNoted };
}
