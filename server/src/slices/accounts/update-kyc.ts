/**
 * Verifies a person by NIN or BVN. Each check costs money and reveals names, so tries are counted before anything else is looked at; a
 * number that another account has is refused without asking the register, and without a hint whose it is.
 */
import type { CallBody } from '@jara/contract/api.ts';
import { messages } from '@jara/contract/messages.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { hashNumber, type IdentityKind } from '../identity/hashes.ts';
import { fullNameOf, recordIdentity, type VerifiedIdentity } from '../identity/record-identity.ts';
import type { LookUpAnswer } from '../../outside/identity/identity.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { presentUser } from './present.ts';

const NUMBER = /^\d{11}$/;

export const updateKyc =
  (context: Context): Handler<'updateKyc'> =>
  async ({ principal, body }) => {
    const { pool, config, identity } = context;
    const { userId } = principal;
    const { kind, number } = readNumber(body);
    await countAttempt(pool, {
      name: 'updateKyc',
      parts: [String(userId)],
      most: config.limits.identityChecksPerHour,
      windowSeconds: HOUR_SECONDS,
    });
    const { hashKey } = config.identity;
    const consentedAt = new Date();
    if (await isAlreadyMine(pool, userId, kind, hashNumber(hashKey, kind, number))) {
      return { msg: 'Your identity is verified', user: await presentUser(pool, userId) };
    }
    const found = foundOrRefuse(context, await identity.lookUp(kind, number));
    const verified: VerifiedIdentity = {
      ...found,
      userId,
      kind,
      number,
      provider: identity.name,
      consentedAt,
    };
    await pool.commit((db) => save(db, hashKey, verified)).catch(refuseTaken);
    return { msg: 'Your identity is verified', user: await presentUser(pool, userId) };
  };

function readNumber(body: CallBody<'updateKyc'>): { kind: IdentityKind; number: string } {
  const given = [['nin', body.nin] as const, ['bvn', body.bvn] as const].flatMap(([kind, text]) => {
    const number = (text ?? '').replaceAll(/[\s-]/g, '');
    return number === '' ? [] : [{ kind, number }];
  });
  const [one, ...others] = given;
  if (one === undefined) refuseField('nin', messages.enterIdentity);
  if (others.length > 0) refuseField('bvn', 'Send your NIN or your BVN, not both at once');
  if (!NUMBER.test(one.number)) refuseField(one.kind, `A ${one.kind.toUpperCase()} has 11 digits`);
  return one;
}

/** Whether this user was verified by this very number. Refuses a number of somebody else, and a second one of the same kind. */
async function isAlreadyMine(
  db: Db,
  userId: bigint,
  kind: IdentityKind,
  numberHash: Buffer,
): Promise<boolean> {
  const known = await db.rows<{ userId: bigint; isThisNumber: boolean }>(
    `select user_id as "userId", number_hash = $3 as "isThisNumber" from identities
     where kind = $2 and (user_id = $1 or number_hash = $3)`,
    [userId, kind, numberHash],
  );
  if (known.some((row) => row.userId === userId && row.isThisNumber)) return true;
  if (known.some((row) => row.userId === userId)) refuse('identity_verified');
  if (known.length > 0) refuse('identity_taken');
  return false;
}

type Found = Extract<LookUpAnswer, { outcome: 'found' }>;

function foundOrRefuse({ log, identity }: Context, answer: LookUpAnswer): Found {
  if (answer.outcome === 'found') return answer;
  if (answer.outcome === 'not_found') refuse('identity_not_found');
  log.warn({ provider: identity.name, reason: answer.reason }, 'the identity register did not say who it is');
  return refuse('identity_unavailable');
}

async function save(db: Db, hashKey: string, verified: VerifiedIdentity): Promise<void> {
  await recordIdentity(db, hashKey, verified);
  // Registering asks for no name: until now the user name stood in for it.
  await db.run('update users set full_name = $2 where id = $1 and full_name = user_name', [
    verified.userId,
    fullNameOf(verified),
  ]);
}

function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'identities_belong_to_one_user') refuse('identity_taken');
  if (constraint === 'identities_one_of_each_kind') refuse('identity_verified');
  throw error;
}
