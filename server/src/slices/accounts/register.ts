import type { CallBody } from '@jara/contract/api.ts';
import { messages } from '@jara/contract/messages.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import {
  countAttempt,
  countDifferent,
  isWithinAttempts,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../../platform/attempts.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler, HttpFacts } from '../../platform/serve.ts';
import { queueMail, queueMailTo } from '../mails/queue-mail.ts';
import { recordSecurityEvent, recordSecurityRefusal } from '../security-events/record-security-event.ts';
import { createUser, type NewUser } from './create-user.ts';
import { refuseEasyPassword } from './easy-password.ts';
import { readEmail, readNewUserName, readUserName } from './identifiers.ts';
import { hashPassword, refuseBadPassword } from '../../platform/passwords.ts';
import { openSession, replySignedIn } from './sign-in.ts';

export const register =
  (context: Context): Handler<'register'> =>
  async ({ body, request }) => {
    const { pool, config } = context;
    const wanted = readWanted(body);
    const takenRule = takenRuleOf(context, request);
    await refuseTooManyAttempts(pool, takenRule);
    await countAttempt(pool, {
      name: 'register',
      parts: [request.network],
      most: config.limits.registrationsPerHour,
      windowSeconds: HOUR_SECONDS,
    });
    await refuseEasyPassword(
      config.brand.name,
      wanted,
      { field: 'password', text: body.password },
      'stranger',
    );
    const passwordHash = await hashPassword(body.password, 'stranger');
    const opened = await pool
      .commit(async (db) => {
        const { userId } = await createUser(db, { ...wanted, passwordHash });
        await recordSecurityEvent(db, { userId }, request, { what: 'registered' });
        await queueMailTo(db, userId, 'confirm_email', wanted.email);
        return openSession(context, db, userId, request);
      })
      .catch((error: unknown) => refuseTaken(context, wanted, request, error));
    const msg = `Welcome, ${wanted.userName}. Your account is open`;
    return replySignedIn(context, opened, { status: 201, msg });
  };

function readWanted(body: CallBody<'register'>): Omit<NewUser, 'passwordHash'> {
  const userName = readNewUserName(body.userName);
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

/**
 * Whoever registers is logged in at once, so an address that is taken has to be said; but not to somebody who tries many, and not without a word to its
 * owner. User names are public. Only what is different counts, so that a mistake that is repeated costs the neighbours behind one address nothing.
 */
const takenRuleOf = ({ config }: Context, { network }: Pick<HttpFacts, 'network'>): AttemptRule => ({
  name: 'taken address',
  parts: [network],
  most: config.limits.takenAddressesPerHour,
  windowSeconds: HOUR_SECONDS,
});

const taken = new Map<string | undefined, { code: RefusalCode; field: string; column?: 'email' | 'phone' }>([
  ['users_user_name_key', { code: 'username_taken', field: 'userName' }],
  ['users_email_key', { code: 'email_taken', field: 'email', column: 'email' }],
  ['users_phone_key', { code: 'phone_taken', field: 'phoneNumber', column: 'phone' }],
]);

async function refuseTaken(
  context: Context,
  wanted: Pick<NewUser, 'email' | 'phone'>,
  request: HttpFacts,
  error: unknown,
): Promise<never> {
  const clash = taken.get(brokenConstraint(error));
  if (clash === undefined) throw error;
  const { code, field, column } = clash;
  if (column !== undefined) {
    await countDifferent(context.pool, takenRuleOf(context, request), wanted[column]);
    await mailOwner(context, { column, value: wanted[column] }, request);
  }
  return refuse(code, { errors: [{ field, msg: refusals[code].msg }] });
}

/** By mail once a day; whoever has forgotten that there is an account finds it that way. */
async function mailOwner(
  { pool }: Context,
  { column, value }: { column: 'email' | 'phone'; value: string },
  request: HttpFacts,
): Promise<void> {
  const owner = await pool.find<{ id: bigint }>(`select id from users where ${column} = $1`, [value]);
  if (owner === undefined) return; // changed a moment ago
  const parts = [String(owner.id)];
  await recordSecurityRefusal(pool, owner.id, request, { what: 'registration_refused', outcome: 'refused' });
  if (
    await isWithinAttempts(pool, { name: 'taken address mailed', parts, most: 1, windowSeconds: DAY_SECONDS })
  )
    await queueMail(pool, owner.id, 'registration_tried');
}
