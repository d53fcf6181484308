import type { Pool } from '../../platform/db.ts';
import type { Caller } from '../../platform/sessions/principal.ts';
import { holdOpen } from '../../platform/sessions/token-ends.ts';

/**
 * Commits that begin by asking whether the session still works: passwords and codes take their time, and whoever was shut out meanwhile changes
 * nothing (`unauthenticated`). Whoever ends the session waits until the commit, and finds what it made.
 */
export const commitUnlessEnded =
  (pool: Pool, caller: Caller, others: readonly bigint[] = []): Pool['commit'] =>
  (work, answerMs) =>
    pool.commit(async (db) => {
      await holdOpen(db, caller, others);
      return work(db);
    }, answerMs);
