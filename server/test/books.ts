/** The last line of every money test: whatever happened, the books hold. */
import { expect } from 'vitest';
import { audit } from '../src/ledger/audit.ts';
import type { Pool } from '../src/platform/db.ts';

export async function expectBooksToBalance(pool: Pool): Promise<void> {
  const results = await audit(pool);
  const broken = results.filter(({ breaks }) => breaks.length > 0);
  expect(broken).toEqual([]);
}
