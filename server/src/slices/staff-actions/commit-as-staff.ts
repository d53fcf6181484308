import type { CallName } from '@jara/contract/paths.ts';
import type { Pool } from '../../platform/db.ts';
import type { Caller } from '../../platform/sessions/principal.ts';
import { refuseFormerStaff } from './refuse-former-staff.ts';

/**
 * Commits that begin by asking whether who acts may still do so: what a process remembers may be older than their dismissal. `others` are users
 * whom the commit changes: locked with the actor, so that two who act on each other wait for one another. What moves money or sets prices asks
 * by `checkStaffMoney`.
 */
export const commitAsStaff =
  (pool: Pool, caller: Caller, action: CallName, others: readonly bigint[] = []): Pool['commit'] =>
  (work, answerMs) =>
    pool.commit(async (db) => {
      await refuseFormerStaff(db, caller, action, others);
      return work(db);
    }, answerMs);
