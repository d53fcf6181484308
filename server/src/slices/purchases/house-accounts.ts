/** The house accounts that purchases post to: the functions of the database find them by their names, so they have to be there before. */
import { houseAccount } from '../../ledger/chart.ts';
import type { Pool } from '../../platform/db.ts';

export async function openPurchaseAccounts(pool: Pool, suppliers: Iterable<string>): Promise<void> {
  await houseAccount(pool, 'in_flight');
  await houseAccount(pool, 'loss', 'late_vend');
  await houseAccount(pool, 'loss', 'refund');
  for (const type of ['data', 'airtime', 'electricity']) await houseAccount(pool, 'revenue', type);
  for (const name of suppliers) await houseAccount(pool, 'supplier', name);
}
