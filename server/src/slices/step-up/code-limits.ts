/**
 * How often codes of two-step login may be wrong. A device on which the second factor was given has counters of its own: whoever has the password, and
 * guesses, locks its owner out nowhere but on strange devices. All others are counted together, however many they are.
 */
import { MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { AttemptRule } from '../../platform/attempts.ts';
import { dayLimits } from './day-limits.ts';
import { deviceOfGiver, type CodeGiver } from './device-of-giver.ts';

export interface CodeLimits {
  ofQuarter: AttemptRule;
  /** Count wrong ones of the app only, and no right one forgets them: its owner logs in while a thief guesses beside. */
  ofDay: AttemptRule[];
}

export async function codeLimitsOf(context: Context, giver: CodeGiver): Promise<CodeLimits> {
  const most = context.config.limits.totpFailuresPer15Minutes;
  const { key, parts, isStranger } = await giverOf(context, giver);
  const ofQuarter = { name: 'totp', parts, most, windowSeconds: 15 * MINUTE_SECONDS };
  return { ofQuarter, ofDay: dayLimits(ofQuarter, isStranger ? key : undefined) };
}

/** Whose passkeys, and passwords in a session, are counted together: as codes are, by device or those of all strangers. */
export const partsOfGiver = async (context: Context, giver: CodeGiver): Promise<string[]> =>
  (await giverOf(context, giver)).parts;

/**
 * By the key of the app too: guesses at another one are others. Strangers begin anew once the password was reset by its link: whoever guessed knew the one
 * before.
 */
async function giverOf(
  context: Context,
  giver: CodeGiver,
): Promise<{ key: string[]; parts: string[]; isStranger: boolean }> {
  const { factorSince, passwordSince, device } = await deviceOfGiver(context, giver);
  const key = [String(giver.userId), factorSince];
  return device?.isSinceFactor === true
    ? { key, parts: [...key, 'device', String(device.id)], isStranger: false }
    : { key, parts: [...key, 'strangers', passwordSince], isStranger: true };
}
