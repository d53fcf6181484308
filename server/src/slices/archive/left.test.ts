import { expect, it } from 'vitest';
import { rowsRead } from '../../../test/database.ts';
import { archiveDue } from './archive-due.ts';
import { COUNT, useArchive } from './testing/archive-stage.ts';
import type { Pool } from '../../platform/db.ts';

const { database, context, answered, archivedAnswers, archiveAll } = useArchive();

it('a round looks at a part of what is left, and the next ones at the rest', async () => {
  const { owner } = database;
  await archiveAll();
  const count = 25_000;
  await answered(count, '99 days', 10_001);
  await owner.run(`update purchase_attempts set state = 'manual' where transaction_id > 10000`);
  await owner.run(
    `insert into archive_left (kind, id) select 'supplier_answers', transaction_id from purchase_attempts where transaction_id > 10000`,
  );
  await owner.run(`update archive_marks set up_to_id = 10000 + $1 where kind = 'supplier_answers'`, [count]);
  await owner.run('analyze archive_left');
  // The last of them has ended.
  await owner.run(`update purchase_attempts set state = 'delivered' where transaction_id = 10000 + $1`, [
    count,
  ]);
  let looked = 0n;
  const counting: Pool = {
    ...database.pool,
    commit: (work) =>
      database.pool.commit(async (db) => {
        const before = await rowsRead(db, 'archive_left');
        const result = await work(db);
        looked += (await rowsRead(db, 'archive_left')) - before;
        return result;
      }),
  };
  for (const written of [COUNT, COUNT, COUNT + 1]) {
    looked = 0n;
    await archiveDue(context(counting), 'supplier_answers');
    expect(looked).toBeLessThan(11_000n);
    expect(archivedAnswers()).toHaveLength(written);
  }
  expect(
    await owner.get(`select left_up_to_id as mark from archive_marks where kind = 'supplier_answers'`),
  ).toEqual({ mark: -1n });
});
