/**
 * What a caller must prove besides the token, for all calls in one place: the PIN or in its place a passkey, and of staff their second factor and a
 * recent step-up.
 */
import { takesPasskey, type PasskeyAnswer } from '@jara/contract/passkey.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { StepUp } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { askForPasskey } from './passkeys/ask-for-passkey.ts';
import { hashRequest, type ChallengePurpose } from './passkeys/challenges.ts';
import { passkeyRule, withPasskey } from './passkeys/use-passkey.ts';
import { checkPin } from './pins.ts';
import { mustHaveFactor } from './staff-second-factors.ts';
import { refuseWithoutStepUp } from './staff-step-up.ts';

export const createStepUp =
  (context: Context): StepUp =>
  async (principal, call, input, request) => {
    if (call.beforeTotp !== true && mustHaveFactor(context, principal)) refuse('totp_setup_required');
    const { userId, hasPin, hasPasskey, tokenHash, via } = principal;
    // API tokens are asked for nothing, and who logs in is asked by the login itself.
    const isAsked = via === 'session' && call.access !== 'public' && takesPasskey(call.body);
    const purposeOf = (): ChallengePurpose => ({
      purpose: 'step_up',
      userId,
      sessionHash: tokenHash,
      requestHash: hashRequest(context.keys, call.name, input),
    });
    const offerPasskey = async () => {
      const passkey = isAsked && hasPasskey ? await askForPasskey(context, purposeOf()) : undefined;
      return passkey === undefined ? {} : { passkey };
    };
    const answer = isAsked ? (input['passkey'] as PasskeyAnswer | undefined) : undefined; // the schema of the call was checked
    if (answer !== undefined) {
      const given = { purpose: purposeOf(), answer, rule: passkeyRule(context, [String(userId)]) };
      const passkeyId = await withPasskey(context, given, async (db, { id, needsPassword }) => {
        if (needsPassword) refuse('passkey_needs_password');
        await recordSecurityEvent(db, principal, request, {
          what: 'step_up',
          factor: 'passkey',
          detail: call.name,
        });
        return id;
      });
      return { isByPasskey: true, passkeyId, offerPasskey };
    }
    if (hasPin && call.pin === true) await checkPin(context, userId, input['pin'], { offerPasskey });
    await refuseWithoutStepUp(context, principal, call.name);
    return { isByPasskey: false, offerPasskey };
  };
