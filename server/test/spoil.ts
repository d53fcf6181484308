/** Spoils the books as somebody who owns the database could, whom no trigger holds back. */
import { expect } from 'vitest';
import { findBreaks } from '../src/ledger/audit.ts';
import type { RuleResult } from '../src/ledger/rule.ts';
import type { Pace } from '../src/ledger/slices.ts';
import type { Db, Pool } from '../src/platform/db.ts';

/** So few rows that the books of a test are several slices. */
export const smallSlices: Pace = { sliceMs: 30_000, rows: 20 };

/** What does not hold after the statements, of which nothing stays: they are rolled back. */
export async function brokenAfter(
  owner: Pool,
  statements: readonly string[],
  find: (db: Db) => Promise<RuleResult[]> = (db) => findBreaks(db, { pace: smallSlices }),
): Promise<string[]> {
  const rollback = new Error('rollback');
  let results: RuleResult[] = [];
  const spoiled = owner.commit(async (on) => {
    await on.run('set local session_replication_role = replica');
    for (const statement of statements) {
      const changed = await on.run(statement);
      // What changes nothing would prove nothing.
      if (/^\s*(?:insert|update|delete)/i.test(statement) && changed === 0)
        throw new Error(`nothing to spoil: ${statement}`);
    }
    results = await find(on);
    throw rollback;
  });
  await expect(spoiled).rejects.toBe(rollback);
  return results
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ rule, statement }) => `${rule} ${statement}`);
}
