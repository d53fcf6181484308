/** The house accounts that purchases post to, looked up once: their ids never change. */
import type { ServiceType } from '../catalogue/catalogue.ts';
import { houseAccount } from '../../ledger/chart.ts';
import type { Pool } from '../../platform/db.ts';

export interface PurchaseAccounts {
  inFlight: number;
  lateVend: number;
  revenue: Record<ServiceType, number>;
  suppliers: ReadonlyMap<string, number>;
}

export async function findPurchaseAccounts(
  pool: Pool,
  suppliers: Iterable<string>,
): Promise<PurchaseAccounts> {
  const find = async (
    ...account: Parameters<typeof houseAccount> extends [unknown, ...infer Rest] ? Rest : never
  ) => Number(await houseAccount(pool, ...account));
  const supplierAccounts = new Map<string, number>();
  for (const name of suppliers) supplierAccounts.set(name, await find('supplier', name));
  return {
    inFlight: await find('in_flight'),
    lateVend: await find('loss', 'late_vend'),
    revenue: {
      data: await find('revenue', 'data'),
      airtime: await find('revenue', 'airtime'),
      electricity: await find('revenue', 'electricity'),
    },
    suppliers: supplierAccounts,
  };
}
