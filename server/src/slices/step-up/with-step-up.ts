/**
 * What somebody must give who loosens what keeps the account safe: the password, and a code where the password alone opens nothing; or a passkey,
 * which is both.
 */
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { CallerOnDevice } from '../../platform/sessions/principal.ts';
import { noStepUp, type StepUpFacts } from '../../platform/sessions/step-up-facts.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { commitUnlessEnded } from './commit-unless-ended.ts';
import { confirmPassword } from './confirm-password.ts';
import { isTwoStep, refuseSecondStep, secondFactorsOf } from './second-factors.ts';
import { withCode } from './totp.ts';
import type { GivenFactor } from './with-pin-or-code.ts';

export interface StepUpAnswer {
  password?: string | undefined;
  code?: string | undefined;
  /** Without it no passkey is taken. */
  stepUp?: StepUpFacts;
  /** Users whom the work locks besides who asks. */
  others?: readonly bigint[];
}

/** Runs `work` in one commit, the one that uses the code up, and says what was given. Refuses with unauthenticated, wrong_password, totp_required, wrong_code, too_many_requests. */
export async function withStepUp<Result>(
  context: Context,
  caller: CallerOnDevice,
  { password = '', code = '', stepUp = noStepUp, others }: StepUpAnswer,
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  const { userId } = caller;
  const commit = commitUnlessEnded(pool, caller, others);
  if (stepUp.isByPasskey) return commit((db) => work(db, 'passkey'));
  const factors = await secondFactorsOf(pool, userId);
  if (password === '') {
    return factors.hasPasskey
      ? refuseSecondStep(factors, stepUp)
      : refuseField('password', 'Enter your password');
  }
  await confirmPassword(context, caller, password);
  if (!isTwoStep(factors)) return commit((db) => work(db, 'password'));
  if (code.trim() === '') return refuseSecondStep(factors, stepUp);
  return withCode(context, caller, { code, isConfirmed: true, commit }, (db) => work(db, factorOfCode(code)));
}
