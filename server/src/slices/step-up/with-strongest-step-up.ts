import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { confirmPassword } from './confirm-password.ts';
import { checkPin } from './pins.ts';
import { hasTotp, withCode } from './totp.ts';
import type { GivenFactor } from './with-pin-or-code.ts';

export interface StrongStepUp {
  password: string;
  pin?: string | undefined;
  code?: string | undefined;
}

/**
 * Runs `work` in one commit after the password and, where `isGuarded`, the strongest proof that the owner has: the PIN or a code of two-step
 * login; with neither the password is all there is. Refuses with wrong_password, pin_required, wrong_pin, totp_required, wrong_code and
 * too_many_requests.
 */
export async function withStrongestStepUp<Result>(
  context: Context,
  userId: bigint,
  { isGuarded, password, pin, code }: StrongStepUp & { isGuarded: boolean },
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  await confirmPassword(context, userId, password);
  if (!isGuarded) return context.pool.commit((db) => work(db, 'password'));
  return withStrongestFactor(context, userId, { pin, code }, work);
}

/** The same beside a password that was given before, or without one: of whoever has neither PIN nor two-step login nothing is asked. */
export async function withStrongestFactor<Result>(
  context: Context,
  userId: bigint,
  { pin, code = '' }: Pick<StrongStepUp, 'pin' | 'code'>,
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  const isTwoStep = await hasTotp(pool, userId);
  if (isTwoStep && code.trim() !== '') {
    return withCode(context, userId, { code, isConfirmed: true }, (db) => work(db, factorOfCode(code)));
  }
  const hasPin = await checkPin(context, userId, pin);
  if (!hasPin && isTwoStep) refuse('totp_required');
  return pool.commit((db) => work(db, hasPin ? 'pin' : 'password'));
}
