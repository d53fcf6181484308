/** What one process does for all: as long as it is at it, the others leave it alone. */
import { expect, it } from 'vitest';
import { openRichBooks } from '../../test/rich-app.ts';
import { silent } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { createBooksAudit } from './books-audit.ts';
import { auditNext } from './new-postings.ts';
import { headOfChain, sealRows } from './chain/seals.ts';

const books = openRichBooks();
const LOCKS = [7_241_995, 7_241_996, 7_241_997];

/** How many new postings are audited, were all of them posted some time ago. */
async function countAudited(): Promise<number> {
  let audited = -1;
  const older = `update postings set posted_at = posted_at - interval '2 minutes'`;
  await brokenAfter(books.owner, [older], async (db) => {
    const { count, broken } = await auditNext(db);
    audited = count;
    return broken;
  });
  return audited;
}

it('the books are audited and sealed by one process at a time, and by whoever comes next afterwards', async () => {
  const audit = createBooksAudit(books.pool, silent, () => Promise.resolve());
  await books.owner.commit(async (other) => {
    for (const lock of LOCKS) await other.run('select pg_advisory_xact_lock($1)', [lock]);
    expect(await countAudited()).toBe(0);
    expect([await audit.renewWhenDue(), await sealRows(books.pool)]).toEqual([false, false]);
    expect([await audit.last(), await audit.wholeAt(), await headOfChain(books.pool)]).toEqual([
      null,
      null,
      undefined,
    ]);
  });
  const { count } = await books.owner.get<{ count: bigint }>('select count(*) from postings');
  expect([await countAudited(), await audit.auditNew()]).toEqual([Number(count), false]);
  await audit.renew();
  expect(await audit.last()).toEqual({ auditedAt: await audit.wholeAt(), brokenRules: 0 });
  await sealRows(books.pool);
  expect(await headOfChain(books.pool)).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
