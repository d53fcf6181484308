/** What somebody must give who loosens what keeps the account safe: the password, and a code while two-step login is on. */
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { confirmPassword } from './confirm-password.ts';
import { hasTotp, withCode } from './totp.ts';

export interface StepUpAnswer {
  password: string;
  code?: string;
}

/** Runs `work` in one commit, the one that uses the code up. Refuses with wrong_password, totp_required, wrong_code, too_many_requests. */
export async function withStepUp<Result>(
  context: Context,
  userId: bigint,
  { password, code = '' }: StepUpAnswer,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  await confirmPassword(context, userId, password);
  if (!(await hasTotp(context.pool, userId))) return context.pool.commit(work);
  if (code.trim() === '') refuse('totp_required');
  return withCode(context, userId, { code, isConfirmed: true }, work);
}
