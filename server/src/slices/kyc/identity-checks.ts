/**
 * What a register said of a number whose person is not proved yet: sealed, for an hour, one for each user. The number itself is part of it, so it is
 * in no other place; with the check it goes.
 */
import type { Context } from '../../app/context.ts';
import type { LookUpAnswer } from '../../outside/identity/identity.ts';
import type { Db } from '../../platform/db.ts';
import { hashNumber, type IdentityKind } from '../identity/hashes.ts';

type Found = Extract<LookUpAnswer, { outcome: 'found' }>;

/** How its person is proved. */
export type CheckBy = 'code' | 'details';

export interface IdentityCheck {
  kind: IdentityKind;
  by: CheckBy;
  /** Of the register; null where it has none. */
  phone: string | null;
  consentedAt: Date;
  expiresAt: Date;
  found: Found;
  number: string;
}

interface Row {
  kind: IdentityKind;
  by: CheckBy;
  sealed: Buffer;
  consentedAt: Date;
  expiresAt: Date;
}

const CHECK_MINUTES = 60;
const MOST_DETAIL_TRIES = 3;

const columns = 'kind, proved_by as by, sealed, consented_at as "consentedAt", expires_at as "expiresAt"';

/** One that is open for this very number: the register need not be asked and paid again. */
export async function findCheckOf(
  context: Context,
  userId: bigint,
  numberHash: Buffer,
): Promise<IdentityCheck | undefined> {
  const row = await context.pool.find<Row>(
    `select ${columns} from identity_checks where user_id = $1 and number_hash = $2 and expires_at > now() and tries < $3`,
    [userId, numberHash, MOST_DETAIL_TRIES],
  );
  return row && unseal(context, row);
}

export async function findCheck(context: Context, userId: bigint): Promise<IdentityCheck | undefined> {
  const row = await context.pool.find<Row>(
    `select ${columns} from identity_checks where user_id = $1 and expires_at > now() and tries < $2`,
    [userId, MOST_DETAIL_TRIES],
  );
  return row && unseal(context, row);
}

/** Takes the place of the one before. */
export async function openCheck(
  context: Context,
  asked: { userId: bigint; kind: IdentityKind; number: string; found: Found; consentedAt: Date },
): Promise<IdentityCheck> {
  const { pool, config, seal, sms } = context;
  const { userId, kind, number, found, consentedAt } = asked;
  const by: CheckBy = sms !== null && found.phone !== null ? 'code' : 'details';
  const row = await pool.get<Row>(
    `insert into identity_checks (user_id, kind, number_hash, proved_by, sealed, consented_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7))
     on conflict (user_id) do update set kind = excluded.kind, number_hash = excluded.number_hash, proved_by = excluded.proved_by,
       sealed = excluded.sealed, tries = 0, consented_at = excluded.consented_at, expires_at = excluded.expires_at
     returning ${columns}`,
    [
      userId,
      kind,
      hashNumber(config.identity, kind, number),
      by,
      seal.seal(JSON.stringify({ number, found })),
      consentedAt,
      CHECK_MINUTES,
    ],
  );
  return unseal(context, row);
}

function unseal({ seal }: Context, { sealed, ...row }: Row): IdentityCheck {
  const { number, found } = JSON.parse(seal.open(sealed)) as { number: string; found: Found }; // sealed by us
  return { ...row, number, found, phone: found.phone };
}

/** Counts a try of name and date of birth. False when there were as many as there may be. */
export async function countDetailTry(db: Db, userId: bigint): Promise<boolean> {
  const counted = await db.run(
    'update identity_checks set tries = tries + 1 where user_id = $1 and expires_at > now() and tries < $2',
    [userId, MOST_DETAIL_TRIES],
  );
  return counted === 1;
}

/** In the caller's commit. Of many at once one ends it. */
export async function endCheck(db: Db, userId: bigint): Promise<boolean> {
  return (
    (await db.run('delete from identity_checks where user_id = $1 and expires_at > now()', [userId])) === 1
  );
}

/** Removes those that are over, and with them what the register said; for a job. */
export async function removeOldIdentityChecks(db: Db): Promise<void> {
  await db.run('delete from identity_checks where expires_at < now()');
}
