import type { CallBody } from '@jara/contract/api.ts';
import { messages } from '@jara/contract/messages.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { createUser, type NewUser } from './create-user.ts';
import { refuseEasyPassword } from './easy-password.ts';
import { readEmail, readUserName } from './identifiers.ts';
import { hashPassword, refuseBadPassword } from '../../platform/passwords.ts';
import { openSession, replySignedIn } from './sign-in.ts';

export const register =
  (context: Context): Handler<'register'> =>
  async ({ body, request }) => {
    const { pool, config } = context;
    const wanted = readWanted(body);
    await countAttempt(pool, {
      name: 'register',
      parts: [request.network],
      most: config.limits.registrationsPerHour,
      windowSeconds: HOUR_SECONDS,
    });
    await refuseEasyPassword(config.brand.name, wanted, { field: 'password', text: body.password });
    const passwordHash = await hashPassword(body.password);
    const opened = await pool
      .commit(async (db) => {
        const { userId } = await createUser(db, { ...wanted, passwordHash });
        await recordSecurityEvent(db, { userId }, request, { what: 'registered' });
        return openSession(context, db, userId, request);
      })
      .catch(refuseTaken);
    const msg = `Welcome, ${wanted.userName}. Your account is open`;
    return replySignedIn(context, opened, { status: 201, msg });
  };

function readWanted(body: CallBody<'register'>): Omit<NewUser, 'passwordHash'> {
  const userName = readUserName(body.userName);
  if (userName === undefined) {
    refuseField(
      'userName',
      'Choose a username of 3 to 20 letters, digits or underscores that is not a phone number',
    );
  }
  const email = readEmail(body.email) ?? refuseField('email', messages.emailRequired);
  const phone = normalisePhone(body.phoneNumber) ?? refuseField('phoneNumber', messages.checkPhone);
  refuseBadPassword(
    { field: 'password', text: body.password },
    { field: 'passwordCheck', text: body.passwordCheck },
  );
  const referredBy = body.referredBy === undefined ? undefined : readUserName(body.referredBy);
  return {
    userName,
    fullName: userName,
    email,
    phone,
    ...(referredBy === undefined ? {} : { referredBy }),
  };
}

const taken = new Map<string | undefined, { code: RefusalCode; field: string }>([
  ['users_user_name_key', { code: 'username_taken', field: 'userName' }],
  ['users_email_key', { code: 'email_taken', field: 'email' }],
  ['users_phone_key', { code: 'phone_taken', field: 'phoneNumber' }],
]);

function refuseTaken(error: unknown): never {
  const clash = taken.get(brokenConstraint(error));
  if (clash === undefined) throw error;
  refuse(clash.code, { errors: [{ field: clash.field, msg: refusals[clash.code].msg }] });
}
