/**
 * A key makes a request happen once: whoever repeats it gets the state of what the first one made (D2.15). The key is
 * written in the commit that makes the operation, so there is no moment with one and without the other. Purchases keep the same
 * promise for many at once inside `open_purchases`.
 */
import { createHash } from 'node:crypto';
import { brokenConstraint, CommitUnanswered, isDatabaseTrouble, type Db, type Pool } from './db.ts';
import { refuse } from './refuse.ts';
import type { Caller } from './sessions/principal.ts';
import { refuseEnded } from './sessions/refuse-ended.ts';

export interface KeyedRequest {
  caller: Caller;
  /** Null: the request came without one and simply runs. */
  key: string | null;
  requestHash: string;
  /**
   * What is made ends the session of who asks, and the hash names that session: whoever repeats it came by the session that made it, and hears
   * what it made though it has ended by that.
   */
  endsSession?: boolean;
  /** Staff do it: the key stands for a row of `staff_actions`, whose id is in the place of the transaction's. */
  byStaff?: true;
}

interface Earlier {
  replayed: true;
  transactionId: bigint;
}
export type Once<Made> = { replayed: false; made: Made } | Earlier;

/** Sets these advisory locks apart from others. */
const KEY_LOCKS = 1_001;

/** Headers of an answer that repeats the state of an earlier request. */
export const replayedHeaders = { 'Idempotent-Replayed': 'true' };

/** What must be equal for a repeated key to mean the same request: the call, and what its body means rather than how it is spelled. */
export function hashRequest(call: string, meaning: readonly (string | bigint)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([call, ...meaning.map(String)]))
    .digest('base64url');
}

/**
 * Runs `make` in one commit unless the key was used before. `make` gives the transaction that the key stands for from now on. Requests
 * with one key run one after the other, so that none is refused because of what another of them has just done. Refuses with
 * `unauthenticated` when the session or API token of who asks has ended, with
 * `idempotency_key_reused` when the key belongs to another request, with `idempotency_in_progress` when the first one takes longer than
 * the database's lock time-out, with `unavailable` when the database failed and certainly nothing was done, and with `outcome_unknown`
 * when it did not say. Other refusals are those of `make`. What ends the caller's own session is for `finish`, last in the commit.
 */
export async function makeOnce<Made extends { transactionId: bigint }>(
  pool: Pool,
  request: KeyedRequest,
  make: (db: Db) => Promise<Made>,
  finish: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<Once<Made>> {
  const { caller, key } = request;
  try {
    return await pool.commit(async (db): Promise<Once<Made>> => {
      const earlier = await waitForEarlier(db, request);
      const once = earlier ?? { replayed: false, made: await make(db) };
      // Last, since `make` waits for locks; and what an earlier request made is not shown to whoever was shut out since.
      if (!(once.replayed && request.endsSession === true)) await refuseEnded(db, caller);
      if (once.replayed) return once;
      await finish(db);
      await writeKey(db, request, once.made.transactionId);
      return once;
    });
  } catch (error) {
    if (error instanceof CommitUnanswered) return findUnanswered(pool, request);
    // A purchase took the same key meanwhile: it asks for no lock.
    if (key !== null && brokenConstraint(error) === 'idempotency_keys_once') {
      const winner = await findEarlier(pool, { ...request, key });
      if (winner !== undefined) {
        await refuseEnded(pool, caller);
        return winner;
      }
    }
    if (isLockTimeout(error)) refuse('idempotency_in_progress', { retryAfterSeconds: 1 });
    if (isDatabaseTrouble(error)) refuse('unavailable', { retryAfterSeconds: 1 });
    throw error;
  }
}

/** In the commit of what it stands for. Nothing without a key. */
export async function writeKey(
  db: Db,
  { caller, key, requestHash, byStaff }: KeyedRequest,
  id: bigint,
): Promise<void> {
  if (key === null) return;
  const statement =
    byStaff === true ? 'select write_staff_key($1, $2, $3, $4)' : 'select write_key($1, $2, $3, $4)';
  await db.run(statement, [caller.userId, key, requestHash, id]);
}

/**
 * Whether the key stands for what this request made: it may be so where the request was refused, since another of the same key was faster.
 * For what is made by the commit of another call. Refuses as `makeOnce` does.
 */
export async function wasMade(db: Db, request: KeyedRequest): Promise<boolean> {
  const { caller, key } = request;
  if (key === null || (await findEarlier(db, { ...request, key })) === undefined) return false;
  await refuseEnded(db, caller);
  return true;
}

/** The lock ends with the transaction that holds it, also when its connection broke: then it is known what became of it. */
async function waitForEarlier(db: Db, request: KeyedRequest): Promise<Earlier | undefined> {
  const { caller, key } = request;
  if (key === null) return undefined;
  await db.run('select pg_advisory_xact_lock($1, hashtext($2))', [KEY_LOCKS, `${caller.userId} ${key}`]);
  return findEarlier(db, { ...request, key });
}

/** What a commit without an answer made. Without a key nothing finds it again. */
async function findUnanswered(pool: Pool, request: KeyedRequest): Promise<Earlier> {
  const made = await pool.commit((db) => waitForEarlier(db, request)).catch(() => 'unknown' as const);
  if (request.key === null || made === 'unknown') refuse('outcome_unknown');
  return made ?? refuse('unavailable', { retryAfterSeconds: 1 });
}

async function findEarlier(
  db: Db,
  { caller, key, requestHash }: KeyedRequest & { key: string },
): Promise<Earlier | undefined> {
  const row = await db.find<{ requestHash: string; transactionId: bigint }>(
    `select request_hash as "requestHash", transaction_id as "transactionId" from idempotency_keys where user_id = $1 and key = $2`,
    [caller.userId, key],
  );
  if (row === undefined) return undefined;
  if (row.requestHash !== requestHash) refuse('idempotency_key_reused');
  return { replayed: true, transactionId: row.transactionId };
}

/** Whether the key stands for this very request: then it does nothing and shows what was made. */
export async function isRepeat(db: Db, { caller, key, requestHash }: KeyedRequest): Promise<boolean> {
  if (key === null) return false;
  const known = await db.find(
    'select from idempotency_keys where user_id = $1 and key = $2 and request_hash = $3',
    [caller.userId, key, requestHash],
  );
  return known !== undefined;
}

/** Lets the key of a payment stand for a newer one, unless somebody else did so first. */
export async function moveKey(
  db: Db,
  { caller, key }: KeyedRequest,
  ids: { from: bigint; to: bigint },
): Promise<boolean> {
  const { moved } = await db.get<{ moved: boolean }>('select move_key($1, $2, $3, $4) as moved', [
    caller.userId,
    key,
    ids.from,
    ids.to,
  ]);
  return moved;
}

const REMOVED_AT_ONCE = 5_000;

/** Removes keys that are older than they are promised to live; for a job. Gives true when there may be more of them. */
export async function removeOldKeys(db: Db): Promise<boolean> {
  const { removed } = await db.get<{ removed: bigint }>('select remove_old_keys($1) as removed', [
    REMOVED_AT_ONCE,
  ]);
  return removed === BigInt(REMOVED_AT_ONCE);
}

const LOCK_NOT_AVAILABLE = '55P03';

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
