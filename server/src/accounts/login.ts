import type { Context } from '../context.ts';
import {
  clearAttempts,
  countAttempt,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../platform/attempts.ts';
import { refuse } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { findUser } from './find-user.ts';
import { hashOfNobody, isRightPassword } from '../platform/passwords.ts';
import { openSession, presentSignedIn } from './sign-in.ts';

const WINDOW_SECONDS = 15 * 60;

/** The same answer after the same work, whether the user is unknown or the password is wrong. */
export const login = (context: Context): Handler<'login'> => {
  const { pool, config } = context;
  const nobody = hashOfNobody();
  return async ({ body, request }) => {
    const user = await findUser(pool, body.userName);
    const rule: AttemptRule = {
      name: 'login',
      // By account, so that trying its three names gives no more attempts than one.
      parts: [
        user === undefined ? `unknown ${body.userName.trim().toLowerCase()}` : `user ${user.id}`,
        request.ip,
      ],
      most: config.limits.loginFailuresPer15Minutes,
      windowSeconds: WINDOW_SECONDS,
    };
    await refuseTooManyAttempts(pool, rule);
    const isRight = await isRightPassword(user?.passwordHash ?? (await nobody), body.password);
    if (user === undefined || !isRight) {
      await countAttempt(pool, rule);
      refuse('wrong_credentials');
    }
    // Once more: of many guesses sent at the same moment only the first few count, the right one included.
    await refuseTooManyAttempts(pool, rule);
    const token = await pool.commit(async (db) => {
      await clearAttempts(db, rule);
      return openSession(context, db, user.id, request);
    });
    return presentSignedIn(context, token, `Welcome back, ${user.userName}`);
  };
};
