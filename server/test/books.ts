/** The last line of every money test: whatever happened, the books hold. */
import { expect } from 'vitest';
import { audit } from '../src/ledger/audit.ts';
import { postingRules } from '../src/ledger/posting-rules.ts';
import type { Pool } from '../src/platform/db.ts';

export async function expectBooksToBalance(pool: Pool): Promise<void> {
  const results = await audit(pool);
  const broken = results.filter(({ breaks }) => breaks.length > 0);
  expect(broken).toEqual([]);
}

/** For a test of postings alone, with nothing behind them that would justify them: the database takes them from here on. */
export const letPostingsStandAlone = (owner: Pool): Promise<number> =>
  owner.run('alter table postings disable trigger postings_follow_from_rows');

/** The same of such postings. */
export async function expectPostingsToBalance(pool: Pool): Promise<void> {
  const ofRows = new Set(postingRules.map(({ statement }) => statement));
  const results = await audit(pool);
  const broken = results.filter(({ statement, breaks }) => breaks.length > 0 && !ofRows.has(statement));
  expect(broken.flatMap(({ breaks }) => breaks)).toEqual([
    'trigger postings_follow_from_rows of postings is another',
  ]);
}
