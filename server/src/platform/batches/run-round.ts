import type { Pool } from '../db.ts';

/** Of one round, which a job has more time for than whoever waits for an answer. */
const LONGEST_MS = 60_000;

/**
 * One round, in a commit of its own, of a function of the database that goes through much, a bounded part at a time. `sql` gives as `isMore`
 * whether another round can follow at once; so does this.
 */
export const runRound = (pool: Pool, sql: string, params: unknown[] = []): Promise<boolean> =>
  pool.commit(async (db) => {
    await db.run(`select set_config('statement_timeout', $1, true)`, [String(LONGEST_MS)]);
    const { isMore } = await db.get<{ isMore: boolean }>(sql, params);
    return isMore;
  }, 2 * LONGEST_MS);
