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
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { Refusal, refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler, HttpFacts } from '../../platform/serve.ts';
import { mailedCodeFactor } from '../login-codes/mailed-code.ts';
import {
  checkRegistrationCode,
  countRegistrationMail,
  mailboxOf,
} from '../login-codes/registration-codes.ts';
import { queueMail, queueMailTo, queueRegistrationCode } from '../mails/queue-mail.ts';
import { recordSecurityEvent, recordSecurityRefusal } from '../security-events/record-security-event.ts';
import { confirmEmail } from './contact-details.ts';
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
    const isProved = await passLimits(context, { email: wanted.email, code: body.deviceCode }, request);
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
        await recordSecurityEvent(db, { userId }, request, {
          what: 'registered',
          ...(isProved && { factor: mailedCodeFactor }),
        });
        if (isProved) await confirmEmail(db, userId, wanted.email);
        else await queueMailTo(db, userId, 'confirm_email', wanted.email);
        return openSession(context, db, userId, request);
      })
      .catch((error: unknown) => refuseTaken(context, { ...wanted, isProved }, request, error));
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

/**
 * What is told to whoever proved no mailbox ends sooner, so that a part is left for who does: together it is no more. Where there is nothing to divide,
 * nobody goes on by a code.
 */
const ANYBODYS_PART = 3 / 4;
const anybodysPart = (rule: AttemptRule): AttemptRule => ({
  ...rule,
  most: Math.ceil(rule.most * ANYBODYS_PART),
});

const nobody = 0n;

/** With a right code: more than whoever corrects a name or a number needs, and few enough that nobody keeps the hashing busy with one mailbox. */
const byCodeOf = (email: string): AttemptRule => ({
  name: 'registration by code',
  parts: [mailboxOf(email)],
  most: 6,
  windowSeconds: HOUR_SECONDS,
});

/** Whoever forgot which number their account has tries another; whoever tries out a list needs mailboxes without end. */
const takenOfMailbox = (email: string): AttemptRule => ({
  name: 'taken number of a mailbox',
  parts: [mailboxOf(email)],
  most: 2,
  windowSeconds: HOUR_SECONDS,
});

/**
 * Behind the address of a carrier are tens of thousands of phones: where others used up what may be tried, a code goes to the mailbox and leads on.
 * Whether the mailbox was proved so.
 */
async function passLimits(
  context: Context,
  { email, code }: { email: string; code: string | undefined },
  request: HttpFacts,
): Promise<boolean> {
  const { pool, config } = context;
  const takenRule = takenRuleOf(context, request);
  // The same for every address and number, by a code too.
  await refuseTooManyAttempts(pool, takenRule);
  try {
    await refuseTooManyAttempts(pool, anybodysPart(takenRule));
    await countAttempt(pool, {
      name: 'register',
      parts: [request.network],
      most: config.limits.registrationsPerHour,
      windowSeconds: HOUR_SECONDS,
    });
    return false;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'too_many_requests')) throw error;
    if (code === undefined) throw offerCode(error);
  }
  if (code.trim() === '') return mailCode(context, email, request);
  await refuseTooManyAttempts(pool, takenOfMailbox(email));
  await checkRegistrationCode(context, { email, network: request.network }, code);
  await countAttempt(pool, byCodeOf(email));
  return true;
}

const offerCode = ({ code, details }: Refusal): Refusal =>
  new Refusal(code, {
    ...details,
    msg: 'Too many registrations from your network, yours or those of others. Try again later, or have a code sent to your e-mail address',
    body: { codeByMail: true },
  });

/** The same answer after the same work, whoever has the address: the mailbox says it, to who reads it. */
async function mailCode({ pool }: Context, email: string, request: HttpFacts): Promise<never> {
  await pool.commit(async (db) => {
    if (!(await countRegistrationMail(db, email, request.network))) return;
    const owner = await db.find<{ id: bigint }>('select id from users where email = $1', [email]);
    await queueRegistrationCode(db, email);
    await mailOwner(db, owner?.id, request, email);
  });
  return refuse('device_code_required', {
    msg: `A mail goes to ${email}, unless one went within the hour: with a code, or because you have an account already`,
  });
}

const taken = new Map<string | undefined, { code: RefusalCode; field: string; column?: 'email' | 'phone' }>([
  ['users_user_name_key', { code: 'username_taken', field: 'userName' }],
  ['users_email_key', { code: 'email_taken', field: 'email', column: 'email' }],
  ['users_phone_key', { code: 'phone_taken', field: 'phoneNumber', column: 'phone' }],
]);

async function refuseTaken(
  context: Context,
  wanted: Pick<NewUser, 'email' | 'phone'> & { isProved: boolean },
  request: HttpFacts,
  error: unknown,
): Promise<never> {
  const clash = taken.get(brokenConstraint(error));
  if (clash === undefined) throw error;
  const { code, field, column } = clash;
  if (column !== undefined) {
    const { pool } = context;
    const rule = takenRuleOf(context, request);
    // Of the network first: what several at the same moment hear of counts there, also beyond what a mailbox may hear.
    await countDifferent(pool, wanted.isProved ? rule : anybodysPart(rule), wanted[column]);
    if (wanted.isProved) await countDifferent(pool, takenOfMailbox(wanted.email), wanted[column]);
    const owner = await pool.find<{ id: bigint }>(`select id from users where ${column} = $1`, [
      wanted[column],
    ]);
    // Or it was changed a moment ago.
    if (owner !== undefined) await mailOwner(pool, owner.id, request, wanted[column]);
  }
  return refuse(code, { errors: [{ field, msg: refusals[code].msg }] });
}

/**
 * By mail once a day; whoever has forgotten that there is an account finds it that way. Of an address that nobody has, as much is asked of the
 * database.
 */
async function mailOwner(
  db: Db,
  userId: bigint | undefined,
  request: HttpFacts,
  address: string,
): Promise<void> {
  await recordSecurityRefusal(db, userId ?? null, request, {
    what: 'registration_refused',
    outcome: 'refused',
  });
  const isDue = await isWithinAttempts(db, {
    name: 'taken address mailed',
    parts: [userId === undefined ? address : String(userId)],
    most: 1,
    windowSeconds: DAY_SECONDS,
  });
  await queueMail(db, isDue ? (userId ?? nobody) : nobody, 'registration_tried');
}
