import { afterAll, expect, test } from 'vitest';
import { audit } from '../../server/src/ledger/audit.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { openPool } from '../../server/src/platform/db.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { makeWallets } from './environment.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('the wallets of the bench are such as the books know, so that a run can be proved at its end', async () => {
  await makeWallets(database.url, 3);
  const pool = openPool({ url: database.url, size: 1, role: null, log: createLog('error') });
  try {
    const broken = (await audit(pool)).filter((rule) => rule.breaks.length > 0);
    expect(broken).toEqual([]);
  } finally {
    await pool.close();
  }
});
