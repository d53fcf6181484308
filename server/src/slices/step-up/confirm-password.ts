/** The password once more, before something that a borrowed session must not do. */
import type { Context } from '../../app/context.ts';
import {
  clearAttempts,
  countAttempt,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../../platform/attempts.ts';
import { isRightPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import type { CallerOnDevice } from '../../platform/sessions/principal.ts';
import { partsOfGiver } from './code-limits.ts';

const WINDOW_SECONDS = 15 * 60;

/**
 * Refuses with `wrong_password` (403, and never 401, which would log the person out), and with `too_many_requests` after as many wrong
 * ones as logging in allows on this device, or on all that two-step login does not know. Gives the hash that was right. Call it outside any database transaction.
 */
export async function confirmPassword(
  context: Context,
  giver: Pick<CallerOnDevice, 'userId' | 'deviceId'>,
  password: string,
  wrongMsg = 'Your password is not correct',
): Promise<string> {
  const { pool, config } = context;
  const { userId } = giver;
  const rule: AttemptRule = {
    name: 'password',
    parts: await partsOfGiver(context, giver),
    most: config.limits.loginFailuresPer15Minutes,
    windowSeconds: WINDOW_SECONDS,
  };
  await refuseTooManyAttempts(pool, rule);
  const { passwordHash } = await pool.get<{ passwordHash: string }>(
    'select password_hash as "passwordHash" from users where id = $1',
    [userId],
  );
  if (!(await isRightPassword(passwordHash, password, 'known'))) {
    await countAttempt(pool, rule);
    refuse('wrong_password', { msg: wrongMsg });
  }
  // Once more: of many guesses sent at the same moment only the first few count, the right one included.
  await refuseTooManyAttempts(pool, rule);
  await clearAttempts(pool, rule);
  return passwordHash;
}
