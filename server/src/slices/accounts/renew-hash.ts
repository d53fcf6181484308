/** A password whose hash is of before is hashed as today as soon as somebody logs in with it: only then is it known. */
import type { Context } from '../../app/context.ts';
import { hashPassword, isOlderHash } from '../../platform/passwords.ts';
import type { FoundUser } from './find-user.ts';

/** Of one process. Beyond it the next login does it: after a change of what is asked, everybody's hash is of before. */
const MOST_AT_ONCE = 2;
let renewing = 0;

/** After the right password, beside the answer: nobody waits for it, and nothing is lost when it fails. Never rejects. */
export async function renewHash(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  { id, passwordHash }: Pick<FoundUser, 'id' | 'passwordHash'>,
  password: string,
): Promise<void> {
  if (!isOlderHash(passwordHash) || renewing >= MOST_AT_ONCE) return;
  renewing += 1;
  try {
    const newHash = await hashPassword(password, 'stranger');
    // Somebody may have changed it meanwhile: then the password that was right is not the password any more.
    await pool.run('update users set password_hash = $3 where id = $1 and password_hash = $2', [
      id,
      passwordHash,
      newHash,
    ]);
  } catch (error) {
    log.warn({ err: error, userId: id }, 'a password was not hashed anew: the next login does it');
  } finally {
    renewing -= 1;
  }
}
