import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { CallerOnDevice } from '../../platform/sessions/principal.ts';
import type { StepUpFacts } from '../../platform/sessions/step-up-facts.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { commitUnlessEnded } from './commit-unless-ended.ts';
import { confirmPassword } from './confirm-password.ts';
import { checkPin } from './pins.ts';
import { isTwoStep, refuseSecondStep, secondFactorsOf } from './second-factors.ts';
import { withCode } from './totp.ts';
import type { GivenFactor } from './with-pin-or-code.ts';

interface StrongFactor {
  pin?: string | undefined;
  code?: string | undefined;
  stepUp: StepUpFacts;
}

export interface StrongStepUp extends StrongFactor {
  password?: string | undefined;
}

/**
 * Runs `work` in one commit after the password and the strongest proof that the owner has: with two-step login a code of it,
 * which the PIN does not stand in for; else the PIN; with neither the password is all there is. A passkey takes the place of all of it. Refuses with
 * wrong_password, pin_required, wrong_pin, totp_required, wrong_code and too_many_requests.
 */
export async function withStrongestStepUp<Result>(
  context: Context,
  caller: CallerOnDevice,
  { password = '', ...factor }: StrongStepUp,
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  const { userId } = caller;
  const commit = commitUnlessEnded(pool, caller);
  if (factor.stepUp.isByPasskey) return commit((db) => work(db, 'passkey'));
  if (password === '') {
    const factors = await secondFactorsOf(pool, userId);
    if (!factors.hasPasskey) refuseField('password', 'Enter your password');
    return refuseSecondStep(factors, factor.stepUp);
  }
  await confirmPassword(context, caller, password);
  return withStrongestFactor(context, caller, factor, work);
}

/**
 * The same beside a password that was given before, or without one: of whoever has neither PIN nor two-step login nothing is asked, but the password
 * where `passwordInstead` says what was given as one.
 */
export async function withStrongestFactor<Result>(
  context: Context,
  caller: CallerOnDevice,
  { pin, code = '', stepUp, passwordInstead }: StrongFactor & { passwordInstead?: string | undefined },
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  const { userId } = caller;
  const commit = commitUnlessEnded(pool, caller);
  if (stepUp.isByPasskey) return commit((db) => work(db, 'passkey'));
  const factors = await secondFactorsOf(pool, userId);
  if (isTwoStep(factors)) {
    if (code.trim() === '') return refuseSecondStep(factors, stepUp);
    return withCode(context, caller, { code, isConfirmed: true, commit }, (db) =>
      work(db, factorOfCode(code)),
    );
  }
  const hasPin = await checkPin(context, caller, pin, {});
  if (!hasPin && passwordInstead !== undefined) {
    if (passwordInstead === '') refuseField('password', 'Enter your password');
    await confirmPassword(context, caller, passwordInstead);
  }
  return commit((db) => work(db, hasPin ? 'pin' : 'password'));
}
