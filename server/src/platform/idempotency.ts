/**
 * A key makes a request happen once: whoever repeats it gets the state of what the first one made (D2.15). The key is
 * written in the commit that makes the operation, so there is no moment with one and without the other. Purchases keep the same
 * promise for many at once inside `open_purchases`.
 */
import { createHash } from 'node:crypto';
import { brokenConstraint, type Db, type Pool } from './db.ts';
import { refuse } from './refuse.ts';

export interface KeyedRequest {
  userId: bigint;
  /** Null: the request came without one and simply runs. */
  key: string | null;
  requestHash: string;
}

export type Once<Made> = { replayed: false; made: Made } | { replayed: true; transactionId: bigint };

/** Headers of an answer that repeats the state of an earlier request. */
export const replayedHeaders = { 'Idempotent-Replayed': 'true' };

/** What must be equal for a repeated key to mean the same request: the call, and what its body means rather than how it is spelled. */
export function hashRequest(call: string, meaning: readonly (string | bigint)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([call, ...meaning.map(String)]))
    .digest('base64url');
}

/**
 * Runs `make` in one commit unless the key was used before. `make` gives the transaction that the key stands for from now on. Refuses with
 * `idempotency_key_reused` when the key belongs to another request, and with `idempotency_in_progress` when the first one is still
 * being committed after the database's lock time-out.
 */
export async function makeOnce<Made extends { transactionId: bigint }>(
  pool: Pool,
  request: KeyedRequest,
  make: (db: Db) => Promise<Made>,
): Promise<Once<Made>> {
  const { userId, key, requestHash } = request;
  if (key === null) return { replayed: false, made: await pool.commit(make) };
  const earlier = await findEarlier(pool, { ...request, key });
  if (earlier !== undefined) return earlier;
  try {
    const made = await pool.commit(async (db) => {
      const result = await make(db);
      // Last, as purchases do: whoever holds a key's row never waits for a wallet, so the two cannot deadlock.
      await db.run(
        'insert into idempotency_keys (user_id, key, request_hash, transaction_id) values ($1, $2, $3, $4)',
        [userId, key, requestHash, result.transactionId],
      );
      return result;
    });
    return { replayed: false, made };
  } catch (error) {
    if (brokenConstraint(error) === 'idempotency_keys_once') {
      const winner = await findEarlier(pool, { ...request, key });
      if (winner !== undefined) return winner;
    }
    if (isLockTimeout(error)) refuse('idempotency_in_progress', { retryAfterSeconds: 1 });
    throw error;
  }
}

async function findEarlier(
  db: Db,
  { userId, key, requestHash }: KeyedRequest,
): Promise<{ replayed: true; transactionId: bigint } | undefined> {
  const row = await db.find<{ requestHash: string; transactionId: bigint }>(
    `select request_hash as "requestHash", transaction_id as "transactionId" from idempotency_keys where user_id = $1 and key = $2`,
    [userId, key],
  );
  if (row === undefined) return undefined;
  if (row.requestHash !== requestHash) refuse('idempotency_key_reused');
  return { replayed: true, transactionId: row.transactionId };
}

/** Lets the key stand for a newer transaction, unless somebody else did so first. */
export async function moveKey(
  db: Db,
  { userId, key }: KeyedRequest,
  ids: { from: bigint; to: bigint },
): Promise<boolean> {
  const moved = await db.run(
    'update idempotency_keys set transaction_id = $4 where user_id = $1 and key = $2 and transaction_id = $3',
    [userId, key, ids.from, ids.to],
  );
  return moved === 1;
}

const REMOVED_AT_ONCE = 5_000;

/** Removes keys that are older than they are promised to live; for a job. Gives true when there may be more of them. */
export async function removeOldKeys(db: Db): Promise<boolean> {
  const removed = await db.run(
    `delete from idempotency_keys where (user_id, key) in (
       select user_id, key from idempotency_keys where created_at < now() - interval '30 days' order by created_at limit $1)`,
    [REMOVED_AT_ONCE],
  );
  return removed === REMOVED_AT_ONCE;
}

const LOCK_NOT_AVAILABLE = '55P03';

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
