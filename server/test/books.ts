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

/** The same of postings alone, with nothing behind them that would justify them. */
export async function expectPostingsToBalance(pool: Pool): Promise<void> {
  const ofRows = new Set(postingRules.map(({ statement }) => statement));
  const results = await audit(pool);
  const broken = results.filter(({ statement, breaks }) => breaks.length > 0 && !ofRows.has(statement));
  expect(broken).toEqual([]);
}
