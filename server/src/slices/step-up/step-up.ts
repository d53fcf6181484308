/**
 * What a caller must prove besides the token, for all calls in one place: the PIN or in its place a passkey, and of staff their second factor and a
 * recent step-up.
 */
import { api } from '@jara/contract/api.ts';
import type { Call, CallShape } from '@jara/contract/call.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { takesPasskey, type PasskeyAnswer } from '@jara/contract/passkey.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { isWithinAttempts, type AttemptRule } from '../../platform/attempts.ts';
import { refuse } from '../../platform/refuse.ts';
import type { StepUp } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { noStepUp, type StepUpFacts } from '../../platform/sessions/step-up-facts.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { askForPasskey } from './passkeys/ask-for-passkey.ts';
import { hashRequest, type ChallengePurpose } from './passkeys/challenges.ts';
import { partsOfGiver } from './code-limits.ts';
import { passkeyRule, withPasskey } from './passkeys/use-passkey.ts';
import { checkPin } from './pins.ts';
import { mustHaveFactor } from './staff-second-factors.ts';
import { refuseWithoutStepUp } from './staff-step-up.ts';

/** Asked in each request, so worked out once. */
const callsWithPasskey = new Set(
  Object.values(api)
    .filter((call: CallShape) => takesPasskey(call.body))
    .map(({ name }) => name),
);

/** A shop makes one after the other, and each has a transaction of its own: no row more is written for the PIN. */
const purchases = new Set<CallName>(['buyAirtime', 'buyData', 'buyElectricity']);

/** Whoever repeats a request writes no rows without end. */
const recordedRule = (userId: bigint): AttemptRule => ({
  name: 'pins_recorded',
  parts: [String(userId)],
  most: 60,
  windowSeconds: HOUR_SECONDS,
});

export const createStepUp =
  (context: Context): StepUp =>
  async (principal, call, input, request) => {
    if (call.beforeTotp !== true && mustHaveFactor(context, principal)) refuse('totp_setup_required');
    const { userId, pinSince, hasPasskey, via } = principal;
    // API tokens are asked for nothing, and who logs in is asked by the login itself.
    const isAsked = via === 'session' && call.access !== 'public' && callsWithPasskey.has(call.name);
    const offerPasskey =
      isAsked && hasPasskey
        ? offerOf(context, purposeOf(context, principal, call, input))
        : noStepUp.offerPasskey;
    const shown = { what: 'step_up', detail: call.name } as const;
    const answer = isAsked ? (input['passkey'] as PasskeyAnswer | undefined) : undefined; // the schema of the call was checked
    if (answer !== undefined) {
      const given = {
        purpose: purposeOf(context, principal, call, input),
        answer,
        rule: passkeyRule(context, await partsOfGiver(context, principal)),
        key: request.idempotencyKey,
      };
      const passkeyId = await withPasskey(context, given, async (db, { id, needsPassword, isRepeat }) => {
        if (needsPassword) refuse('passkey_needs_password');
        if (isRepeat) return id;
        await recordSecurityEvent(db, principal, request, { ...shown, factor: 'passkey' });
        return id;
      });
      return { isByPasskey: true, passkeyId, offerPasskey };
    }
    if (pinSince !== null && call.pin === true) {
      const isGiven = await checkPin(context, principal, input['pin'], {
        offerPasskey,
        key: request.idempotencyKey,
      });
      if (
        isGiven &&
        !purchases.has(call.name) &&
        (await isWithinAttempts(context.pool, recordedRule(userId)))
      )
        await recordSecurityEvent(context.pool, principal, request, { ...shown, factor: 'pin' });
    }
    await refuseWithoutStepUp(context, principal, call.name);
    return { isByPasskey: false, offerPasskey };
  };

const purposeOf = (
  { keys }: Context,
  { userId, tokenHash }: Principal,
  { name }: Pick<Call, 'name'>,
  input: Readonly<Record<string, unknown>>,
): ChallengePurpose => ({
  purpose: 'step_up',
  userId,
  sessionHash: tokenHash,
  requestHash: hashRequest(keys, name, input),
});

const offerOf =
  (context: Context, purpose: ChallengePurpose): StepUpFacts['offerPasskey'] =>
  async () => {
    const passkey = await askForPasskey(context, purpose);
    return passkey === undefined ? {} : { passkey };
  };
