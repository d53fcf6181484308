import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { CallerOnDevice } from '../../platform/sessions/principal.ts';
import type { StepUpFacts } from '../../platform/sessions/step-up-facts.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { commitUnlessEnded } from './commit-unless-ended.ts';
import { checkPin } from './pins.ts';
import { isTwoStep, refuseSecondStep, secondFactorsOf } from './second-factors.ts';
import { withCode } from './totp.ts';

export interface PinOrCode {
  oldPin?: string;
  code?: string;
  /** The caller would rather give a passkey. */
  usePasskey?: boolean;
  stepUp: StepUpFacts;
  /** Also of whoever has a second factor. */
  isPasswordEnough: boolean;
}

/** What the caller gave beside the password, which each of these calls takes; `password` where nothing else was given. */
export type GivenFactor = 'password' | 'pin' | 'passkey' | ReturnType<typeof factorOfCode>;

/**
 * Runs `work` in one commit, the one that uses the code up, and tells it whether the caller gave the PIN, a code of two-step login, or a passkey. What
 * was given and is wrong refuses, with wrong_pin, wrong_code or too_many_requests; `totp_required` asks for the passkey, and for the second factor of
 * whoever has one and gave nothing, where the password is not enough.
 */
export async function withPinOrCode<Result>(
  context: Context,
  caller: CallerOnDevice,
  { oldPin = '', code = '', usePasskey = false, stepUp, isPasswordEnough }: PinOrCode,
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  const { userId } = caller;
  const commit = commitUnlessEnded(pool, caller);
  if (stepUp.isByPasskey) return commit((db) => work(db, 'passkey'));
  const factors = await secondFactorsOf(pool, userId);
  if (usePasskey && factors.hasPasskey)
    refuse('totp_required', { msg: 'Use your passkey', body: await stepUp.offerPasskey() });
  if (code.trim() !== '' && isTwoStep(factors)) {
    return withCode(context, caller, { code, isConfirmed: true, commit }, (db) =>
      work(db, factorOfCode(code)),
    );
  }
  const isPinGiven = oldPin !== '' && (await checkPin(context, caller, oldPin, { field: 'oldPin' }));
  if (!isPinGiven && !isPasswordEnough && isTwoStep(factors)) return refuseSecondStep(factors, stepUp);
  return commit((db) => work(db, isPinGiven ? 'pin' : 'password'));
}
