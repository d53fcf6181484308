/** Of books whose first postings nobody may take in yet, the snapshots stay where they are. */
import { expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { readOwed, rollUpHouseBalances } from './balances.ts';
import { houseAccount } from './chart.ts';

const books = useTestPool(2);

/** From the issuance to what is in flight. */
const move = (amount: number): Promise<void> =>
  books.owner.commit(async (db) => {
    const [from, to] = [await houseAccount(db, 'issuance'), await houseAccount(db, 'in_flight')];
    await db.run('set local session_replication_role = replica');
    await db.run(
      `with posted as (insert into postings (code, reference) values ('issue.demo', gen_random_uuid()::text) returning id)
       insert into entries (posting_id, leg, account_id, amount)
       select id, leg, account, amount from posted, (values (1, $1::bigint, -$3::bigint), (2, $2::bigint, $3::bigint)) l(leg, account, amount)`,
      [from, to, amount],
    );
  });

it('what is posted after a roll-up that found nothing old enough is owed too', async () => {
  await move(3);
  while (await rollUpHouseBalances(books.pool));
  await move(4);
  expect((await readOwed(books.pool)).inFlight).toBe(7n);
});
