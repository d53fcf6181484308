import type { Context } from '../../app/context.ts';
import {
  clearAttempts,
  countAttempt,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { hasTotp, withCode } from '../step-up/totp.ts';
import { findUser } from './find-user.ts';
import { hashOfNobody, isRightPassword } from '../../platform/passwords.ts';
import { openSession, replySignedIn, type OpenedSession } from './sign-in.ts';

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
        request.network,
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
    const enter = async (db: Db): Promise<OpenedSession> => {
      await clearAttempts(db, rule);
      return openSession(context, db, user.id, request);
    };
    const opened = (await hasTotp(pool, user.id))
      ? await withCode(context, user.id, { code: codeOrRefuse(body.code), isConfirmed: true }, enter)
      : await pool.commit(enter);
    return replySignedIn(context, opened, { status: 200, msg: `Welcome back, ${user.userName}` });
  };
};

/** The second step comes after the first: only whoever knows the password learns that there is one. */
function codeOrRefuse(code: string | undefined): string {
  return code === undefined || code.trim() === '' ? refuse('totp_required') : code;
}
