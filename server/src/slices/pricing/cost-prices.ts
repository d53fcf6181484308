import type { CallReply } from '@jara/contract/api.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';

/** What is set, by product. */
export async function listCosts(db: Db): Promise<CallReply<'listCostPrices'>['costPrices']> {
  const rows = await db.rows<{ product: string; cost: bigint }>(
    'select product, cost_kobo as cost from cost_prices order by product',
  );
  return rows.map(({ product, cost }) => ({ network: product, costPrice: toNaira(kobo(cost)) }));
}
