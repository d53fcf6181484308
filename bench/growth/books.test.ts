import { expect, it } from 'vitest';
import { createTestDatabase } from '../../server/test/database.ts';
import { silent } from '../../server/test/pool.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { audit } from '../../server/src/ledger/audit.ts';
import { openPool } from '../../server/src/platform/db.ts';
import { seed } from '../../server/src/seed/seed.ts';
import { withClient } from '../purchases/environment.ts';
import { growBooks } from './books.ts';

it('books that are grown are clean, and one user has a tenth of all sales', async () => {
  const { url, drop } = await createTestDatabase();
  const pool = openPool({ url, size: 2, role: null, log: silent });
  try {
    await seed(url, silent, readConfig({}).identity.hashKey);
    const size = { sales: 1_000, users: 20 };
    const { largestUserId } = await withClient(url, (client) => growBooks(client, size));
    expect((await audit(pool)).filter(({ breaks }) => breaks.length > 0)).toEqual([]);
    const counted = await pool.get<{ sales: bigint; refunds: bigint; ofLargest: bigint }>(
      `select count(*) filter (where type <> 'refund') as sales, count(*) filter (where type = 'refund') as refunds,
         count(*) filter (where user_id = $1) as "ofLargest" from transactions`,
      [largestUserId],
    );
    expect(counted).toMatchObject({ sales: 1_000n, refunds: 20n });
    expect(counted.ofLargest).toBeGreaterThan(100n);
  } finally {
    await pool.close();
    await drop();
  }
});
