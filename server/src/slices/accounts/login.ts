import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { CallInput, Handler } from '../../platform/serve.ts';
import { createRefusalNotes, factorOfCode } from '../security-events/note-refusal.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { hasTotp, withCode } from '../step-up/totp.ts';
import { findUser, type FoundUser } from './find-user.ts';
import { loginLimits } from './login-limits.ts';
import { hashOfNobody, isRightPassword } from '../../platform/passwords.ts';
import { renewHash } from './renew-hash.ts';
import { openSession, replySignedIn, type OpenedSession } from './sign-in.ts';

/** The same answer after the same work, whether the user is unknown or the password is wrong. */
export const login = (context: Context): Handler<'login'> => {
  const note = createRefusalNotes(context);
  const nobody = hashOfNobody();
  return async ({ body, request }) => {
    const user = await findUser(context.pool, body.userName);
    const entered = enter(context, user, await nobody, { body, request });
    const opened = await entered.catch(async (error: unknown) => {
      await note({ name: 'login', userId: user?.id ?? null, body, request }, error);
      throw error;
    });
    if (user !== undefined) void renewHash(context, user, body.password);
    return replySignedIn(context, opened, {
      status: 200,
      msg: `Welcome back, ${user?.userName ?? body.userName}`,
    });
  };
};

type LoginInput = Pick<CallInput<'login'>, 'body' | 'request'>;

async function enter(
  context: Context,
  user: FoundUser | undefined,
  hashOfNobodys: string,
  { body, request }: LoginInput,
): Promise<OpenedSession> {
  const { pool } = context;
  const limits = await loginLimits(context, user?.id, { name: body.userName, request });
  await limits.refuse();
  const isRight = await isRightPassword(user?.passwordHash ?? hashOfNobodys, body.password);
  if (user === undefined || !isRight) {
    await limits.count();
    refuse('wrong_credentials');
  }
  // Once more: of many guesses sent at the same moment only the first few count, the right one included.
  await limits.refuse();
  const open = async (db: Db, factor: 'password' | 'code' | 'recovery_code'): Promise<OpenedSession> => {
    await limits.clear(db);
    await recordSecurityEvent(db, { userId: user.id }, request, { what: 'login', factor });
    return openSession(context, db, user.id, request);
  };
  if (!(await hasTotp(pool, user.id))) return pool.commit((db) => open(db, 'password'));
  const code = codeOrRefuse(body.code);
  return withCode(context, user.id, { code, isConfirmed: true }, (db) => open(db, factorOfCode(code)));
}

/** The second step comes after the first: only whoever knows the password learns that there is one. */
function codeOrRefuse(code: string | undefined): string {
  return code === undefined || code.trim() === '' ? refuse('totp_required') : code;
}
