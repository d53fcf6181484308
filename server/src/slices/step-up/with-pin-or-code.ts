import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { checkPin } from './pins.ts';
import { hasTotp, withCode } from './totp.ts';

export interface PinOrCode {
  oldPin?: string;
  code?: string;
}

/** What the caller gave beside the password, which each of these calls takes; `password` where nothing else was given. */
export type GivenFactor = 'password' | 'pin' | ReturnType<typeof factorOfCode>;

/**
 * Runs `work` in one commit, the one that uses the code up, and tells it whether the caller gave the PIN or a code of two-step login. What
 * was given and is wrong refuses, with wrong_pin, wrong_code or too_many_requests.
 */
export async function withPinOrCode<Result>(
  context: Context,
  userId: bigint,
  { oldPin = '', code = '' }: PinOrCode,
  work: (db: Db, factor: GivenFactor) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  if (code.trim() !== '' && (await hasTotp(pool, userId))) {
    return withCode(context, userId, { code, isConfirmed: true }, (db) => work(db, factorOfCode(code)));
  }
  const isPinGiven = oldPin !== '' && (await checkPin(context, userId, oldPin, 'oldPin'));
  return pool.commit((db) => work(db, isPinGiven ? 'pin' : 'password'));
}
