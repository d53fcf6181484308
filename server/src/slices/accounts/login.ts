import type { Context } from '../../app/context.ts';
import type { Db, Pool } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { CallInput, Handler } from '../../platform/serve.ts';
import { forgetProvedDevice } from '../login-codes/device-codes.ts';
import { askForLoginCode, needsLoginCode, withLoginCode } from '../login-codes/login-codes.ts';
import { mailedCodeFactor } from '../login-codes/mailed-code.ts';
import { createRefusalNotes, factorOfCode } from '../security-events/note-refusal.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { askForPasskey } from '../step-up/passkeys/ask-for-passkey.ts';
import type { ChallengePurpose } from '../step-up/passkeys/challenges.ts';
import { partsOfGiver } from '../step-up/code-limits.ts';
import { passkeyRule, withPasskey } from '../step-up/passkeys/use-passkey.ts';
import { isTwoStep, secondFactorsOf, secondStepWords } from '../step-up/second-factors.ts';
import { withCode } from '../step-up/totp.ts';
import { findUser, type FoundUser } from './find-user.ts';
import { passLoginLimits } from './login-limits.ts';
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
  const { userName: name, deviceCode } = body;
  const limits = await passLoginLimits(context, { userId: user?.id, name, deviceCode, request });
  const isRight = await isRightPassword(user?.passwordHash ?? hashOfNobodys, body.password, 'stranger');
  if (user === undefined || !isRight) {
    await limits.count();
    refuse('wrong_credentials');
  }
  // Once more: of many guesses sent at the same moment only the first few count, the right one included.
  await limits.refuse();
  const hold = (db: Db): Promise<void> => refuseOldPassword(db, user, body.password);
  /** Two-step login may have been switched on a moment ago, while the password was looked at. */
  const holdOneStep = async (db: Db): Promise<void> => {
    await hold(db);
    const present = await secondFactorsOf(db, user.id);
    if (isTwoStep(present)) refuse('totp_required', secondStepWords(present));
  };
  const openNow = async (db: Db, factor: LoginFactor): Promise<OpenedSession> => {
    await limits.clear(db);
    await forgetProvedDevice(context, db, user.id, request.deviceKey);
    await recordSecurityEvent(db, { userId: user.id }, request, { what: 'login', factor });
    return openSession(context, db, user.id, request);
  };
  const { code = '' } = body;
  const factors = await secondFactorsOf(pool, user.id);
  if (!isTwoStep(factors)) {
    const opened = await pool.commit(async (db) => {
      // Locks the user: a device that is distrusted at this very moment takes the code.
      await holdOneStep(db);
      return (await needsLoginCode(context, db, user.id, request)) ? undefined : openNow(db, 'password');
    });
    if (opened !== undefined) return opened;
    if (code.trim() === '') return askForLoginCode(context, user.id, request);
    return withLoginCode(context, user.id, { code, request }, async (db) => {
      await holdOneStep(db);
      return openNow(db, mailedCodeFactor);
    });
  }
  const giver = { userId: user.id, deviceKey: request.deviceKey };
  const purpose: ChallengePurpose = { purpose: 'second_step', userId: user.id };
  if (body.passkey !== undefined) {
    const given = {
      purpose,
      answer: body.passkey,
      rule: passkeyRule(context, await partsOfGiver(context, giver)),
    };
    return withPasskey(context, given, async (db) => {
      await hold(db);
      return openNow(db, 'passkey');
    });
  }
  // The second step comes after the first: only whoever knows the password learns that there is one.
  if (code.trim() === '') {
    const passkey = await askForPasskey(context, purpose);
    refuse('totp_required', { ...secondStepWords(factors), body: passkey === undefined ? {} : { passkey } });
  }
  // The user before the key of the app, as whoever steps up at this moment.
  const commit: Pool['commit'] = (work, answerMs) =>
    pool.commit(async (db) => {
      await hold(db);
      return work(db);
    }, answerMs);
  return withCode(context, giver, { code, isConfirmed: true, commit }, (db) =>
    openNow(db, factorOfCode(code)),
  );
}

/** The password was another one a moment ago: what a reset ends does not begin again behind it. Hashed anew meanwhile it is the same. */
async function refuseOldPassword(db: Db, { id, passwordHash }: FoundUser, password: string): Promise<void> {
  const present = await db.get<Pick<FoundUser, 'passwordHash'>>(
    'select password_hash as "passwordHash" from users where id = $1 for no key update',
    [id],
  );
  if (
    present.passwordHash === passwordHash ||
    (await isRightPassword(present.passwordHash, password, 'stranger'))
  )
    return;
  refuse('wrong_credentials');
}

type LoginFactor = 'password' | 'passkey' | typeof mailedCodeFactor | ReturnType<typeof factorOfCode>;
