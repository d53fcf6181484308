import { beforeAll, expect, it } from 'vitest';
import { keepBooks } from '../../test/books-sample.ts';
import { useTestPool } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';

const db = useTestPool(2);
beforeAll(() => keepBooks(db));

it('a late delivery that counts as one that was sold and reversed is found', async () => {
  const broken = await brokenAfter(db.owner, [
    `update purchase_attempts set reversal = 'reversed' where state = 'delivered_late'`,
  ]);
  expect(broken).toContainEqual(expect.stringContaining('R6 Every open purchase'));
});
