/**
 * The first step of verifying who somebody is, by NIN or BVN. A number is known to many, so it proves nothing and shows nothing: what the register says
 * of it is sealed until its person is proved, by a code to the register's phone where one can be sent, else by name and date of birth. Each look-up
 * costs money, so tries are counted before anything else is looked at.
 */
import type { CallBody } from '@jara/contract/api.ts';
import { digitsIn } from '@jara/contract/digits.ts';
import { messages } from '@jara/contract/messages.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { LookUpAnswer } from '../../outside/identity/identity.ts';
import { countAttempt } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { refuseEnded } from '../../platform/sessions/refuse-ended.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { presentUser } from '../accounts/present.ts';
import { hashNumber, type IdentityKind } from '../identity/hashes.ts';
import { sendPhoneCode, type Sending } from '../phone-codes/phone-codes.ts';
import { findCheckOf, openCheck, type IdentityCheck } from './identity-checks.ts';

const NUMBER = /^\d{11}$/;

export const updateKyc =
  (context: Context): Handler<'updateKyc'> =>
  async ({ principal, body, request }) => {
    const { pool, config } = context;
    const { userId } = principal;
    const { kind, number } = readNumber(body);
    await countAttempt(pool, {
      name: 'updateKyc',
      parts: [String(userId)],
      most: config.limits.identityChecksPerHour,
      windowSeconds: HOUR_SECONDS,
    });
    const numberHash = hashNumber(config.identity, kind, number);
    if (await isAlreadyMine(pool, userId, kind, numberHash)) {
      return { msg: 'Your identity is verified', user: await presentUser(pool, userId) };
    }
    const check =
      (await findCheckOf(context, userId, numberHash)) ?? (await lookUp(context, principal, kind, number));
    const msg =
      check.by === 'details' ? detailsWords : codeWords[await sendCode(context, userId, check, request)];
    return { msg, user: await presentUser(pool, userId) };
  };

/** Nothing in them says whose number it is. */
const detailsWords = 'Now enter your name and date of birth as they were registered';
const codeWords: Record<Sending, string> = {
  sent: 'Enter the code that we sent to the phone number that was registered with it',
  unknown:
    'A code may be on its way to the phone number that was registered with it. If none has come in a few minutes, send the number again',
};

async function sendCode(
  context: Context,
  userId: bigint,
  { phone }: IdentityCheck,
  request: { network: string },
): Promise<Sending> {
  if (phone === null) throw new Error('a check by code without a phone number');
  const words = ` is your ${context.config.brand.name} code to verify your identity. We never ask you for it.`;
  return sendPhoneCode(context, { userId, purpose: 'identity', phone, words }, request);
}

function readNumber(body: CallBody<'updateKyc'>): { kind: IdentityKind; number: string } {
  const given = [['nin', body.nin] as const, ['bvn', body.bvn] as const].flatMap(([kind, text = '']) =>
    text.trim() === '' ? [] : [{ kind, text }],
  );
  const [one, ...others] = given;
  if (one === undefined) refuseField('nin', messages.enterIdentity);
  if (others.length > 0) refuseField('bvn', 'Send your NIN or your BVN, not both at once');
  const { kind, text } = one;
  const number = digitsIn(text, NUMBER) ?? refuseField(kind, `A ${kind.toUpperCase()} has 11 digits`);
  return { kind, number };
}

/** Whether this user was verified by this very number. Refuses a second one of the same kind; of other users nothing is asked yet. */
async function isAlreadyMine(
  db: Db,
  userId: bigint,
  kind: IdentityKind,
  numberHash: Buffer,
): Promise<boolean> {
  const mine = await db.find<{ isThisNumber: boolean }>(
    'select number_hash = $3 as "isThisNumber" from identities where user_id = $1 and kind = $2',
    [userId, kind, numberHash],
  );
  if (mine?.isThisNumber === false) refuse('identity_verified');
  return mine !== undefined;
}

async function lookUp(
  context: Context,
  principal: Principal,
  kind: IdentityKind,
  number: string,
): Promise<IdentityCheck> {
  const consentedAt = new Date();
  const found = foundOrRefuse(context, await context.identity.lookUp(kind, number));
  // The register took its time: nothing is kept, and no code is sent, for whom was shut out meanwhile.
  await refuseEnded(context.pool, principal);
  return openCheck(context, { userId: principal.userId, kind, number, found, consentedAt });
}

type Found = Extract<LookUpAnswer, { outcome: 'found' }>;

function foundOrRefuse({ log, identity }: Context, answer: LookUpAnswer): Found {
  if (answer.outcome === 'found') return answer;
  if (answer.outcome === 'not_found') refuse('identity_not_found');
  log.warn({ provider: identity.name, reason: answer.reason }, 'the identity register did not say who it is');
  return refuse('identity_unavailable');
}
