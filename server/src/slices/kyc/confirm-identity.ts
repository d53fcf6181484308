/** The second step: whoever sent the number proves to be its person. Only now is anything of the register kept or shown. */
import type { CallBody } from '@jara/contract/api.ts';
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt, isWithinAttempts, uncountAttempt } from '../../platform/attempts.ts';
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { nameUser } from '../accounts/contact-details.ts';
import { presentUser } from '../accounts/present.ts';
import { hashNumber } from '../identity/hashes.ts';
import { fullNameOf, recordIdentity } from '../identity/record-identity.ts';
import { checkPhoneCode, usePhoneCode } from '../phone-codes/phone-codes.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { countDetailTry, endCheck, findCheck, type IdentityCheck } from './identity-checks.ts';
import { areSameDetails, readBirthDate, type Details } from './same-details.ts';

/**
 * Wrong names and dates for one number, whoever tries: it may be a stranger's. A few throw-away accounts must not bar the one whose number it
 * is, so that the first tries of each user go on beyond it. A new account costs a registration and a question to the register, but its guesses
 * are bounded too: a date of birth alone would take months.
 */
const WRONG_DETAILS_PER_DAY = { ofAll: 10, ofOneUser: 2, withFirstOfEachUser: 100 };

export const confirmIdentity =
  (context: Context): Handler<'confirmIdentity'> =>
  async ({ principal, body, request }) => {
    const { pool } = context;
    const { userId } = principal;
    const check = (await findCheck(context, userId)) ?? refuse('identity_check_over');
    const use = await proveOrRefuse(context, userId, check, body);
    await pool
      .commit(async (db) => {
        await use(db);
        if (!(await endCheck(db, userId))) refuse('identity_check_over');
        await save(context, db, userId, check);
        const factor = check.by === 'code' ? 'sms_code' : 'details';
        await recordSecurityEvent(db, principal, request, {
          what: 'identity_confirmed',
          factor,
          detail: check.kind,
        });
      })
      .catch(refuseTaken);
    return { msg: 'Your identity is verified', user: await presentUser(pool, userId) };
  };

/** Gives what uses the proof up, in the commit of what it proves. */
async function proveOrRefuse(
  context: Context,
  userId: bigint,
  check: IdentityCheck,
  body: CallBody<'confirmIdentity'>,
): Promise<(db: Db) => Promise<void>> {
  if (check.by === 'code') {
    const right = await checkPhoneCode(context, { userId, purpose: 'identity' }, body.code ?? '');
    return (db) => usePhoneCode(db, right);
  }
  const details = readDetails(body);
  await checkDetails(context, userId, check, details);
  return () => Promise.resolve();
}

function readDetails({
  firstName = '',
  lastName = '',
  dateOfBirth = '',
}: CallBody<'confirmIdentity'>): Details {
  if (firstName.trim() === '') refuseField('firstName', 'Enter your first name');
  if (lastName.trim() === '') refuseField('lastName', 'Enter your last name');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) || readBirthDate(dateOfBirth) === undefined)
    refuseField('dateOfBirth', 'Enter your date of birth');
  return { firstName, lastName, dateOfBirth };
}

async function checkDetails(
  { pool, config }: Context,
  userId: bigint,
  { kind, number, found }: IdentityCheck,
  details: Details,
): Promise<void> {
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  if (!(await countDetailTry(pool, userId))) refuse('identity_check_over');
  const numberHash = hashNumber(config.identity, kind, number).toString('hex');
  const { ofAll, ofOneUser, withFirstOfEachUser } = WRONG_DETAILS_PER_DAY;
  const ofUser = {
    name: 'identity details of a user',
    parts: [numberHash, String(userId)],
    most: ofOneUser,
    windowSeconds: DAY_SECONDS,
  };
  const isOneOfTheFirst = await isWithinAttempts(pool, ofUser);
  const shared = {
    name: 'identity details',
    parts: [numberHash],
    most: isOneOfTheFirst ? withFirstOfEachUser : ofAll,
    windowSeconds: DAY_SECONDS,
  };
  await countAttempt(pool, shared).catch(async (error: unknown) => {
    // What is not looked at is no guess: one account alone would fill what the first tries of others have.
    await uncountAttempt(pool, shared);
    throw error;
  });
  // Which of them is wrong is not said.
  if (!areSameDetails(details, found)) refuse('identity_mismatch');
  await uncountAttempt(pool, shared);
  await uncountAttempt(pool, ofUser);
}

async function save(
  { config, identity }: Context,
  db: Db,
  userId: bigint,
  { kind, number, found, consentedAt }: IdentityCheck,
): Promise<void> {
  const { outcome: _outcome, ...person } = found;
  const provider = identity.name;
  await recordIdentity(db, config.identity, {
    ...person,
    userId,
    kind,
    number,
    provider,
    consentedAt,
  });
  // Registering asks for no name: until now the user name stood in for it.
  await nameUser(db, userId, fullNameOf(person));
}

function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'identities_belong_to_one_user') refuse('identity_taken');
  if (constraint === 'identities_one_of_each_kind') refuse('identity_verified');
  throw error;
}
