/** Of books whose first postings nobody may take in yet, the snapshots stay where they are. */
import { expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { readOwed, rollUpHouseBalances } from './balances.ts';
import { houseAccount } from './chart.ts';
import { moveInHouse } from './testing/move-in-house.ts';

const books = useTestPool(2);

const move = (amount: number): Promise<void> =>
  books.owner.commit(async (db) => moveInHouse(db, amount, await houseAccount(db, 'in_flight')));

it('what is posted after a roll-up that found nothing old enough is owed too', async () => {
  await move(3);
  while (await rollUpHouseBalances(books.pool));
  await move(4);
  expect((await readOwed(books.pool)).inFlight).toBe(7n);
});
