import type { Context } from '../context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import {
  clearAttempts,
  countAttempt,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../platform/attempts.ts';
import { refuse } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { hashPassword, isRightPassword, refuseBadPassword } from './passwords.ts';
import { endResetLinks } from './reset-links.ts';

const WINDOW_SECONDS = 15 * 60;

/** A wrong old password is 403 and never 401, which would log the person out. */
export const changePassword =
  ({ pool, sessions, config }: Context): Handler<'changePassword'> =>
  async ({ principal, body }) => {
    const { userId, tokenHash } = principal;
    refuseBadPassword(
      { field: 'newPassword', text: body.newPassword },
      { field: 'newPasswordCheck', text: body.newPasswordCheck },
    );
    const rule: AttemptRule = {
      name: 'changePassword',
      parts: [String(userId)],
      most: config.limits.loginFailuresPer15Minutes,
      windowSeconds: WINDOW_SECONDS,
    };
    await refuseTooManyAttempts(pool, rule);
    const { passwordHash } = await pool.get<{ passwordHash: string }>(
      'select password_hash as "passwordHash" from users where id = $1',
      [userId],
    );
    if (!(await isRightPassword(passwordHash, body.oldPassword))) {
      await countAttempt(pool, rule);
      refuseWrongOldPassword();
    }
    await refuseTooManyAttempts(pool, rule);
    const newHash = await hashPassword(body.newPassword);
    await pool.commit(async (db) => {
      // Of two changes at once the second one's old password is no longer right.
      const changed = await db.run(
        'update users set password_hash = $3 where id = $1 and password_hash = $2',
        [userId, passwordHash, newHash],
      );
      if (changed === 0) refuseWrongOldPassword();
      await clearAttempts(db, rule);
      await sessions.endOthers(db, userId, tokenHash);
      await endResetLinks(db, userId);
      await queueMail(db, userId, 'password_changed');
    });
    return { msg: 'Your password is changed. All other devices are logged out' };
  };

const refuseWrongOldPassword = (): never => refuse('wrong_password');
