import type { CallReply } from '@jara/contract/api.ts';
import { kobo, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';

type SpecialPrices = CallReply<'setSpecialPrice'>['specialPrices'];

/** By user id; users without one are not in the map. */
export async function specialPricesOf(
  db: Db,
  userIds: readonly bigint[],
): Promise<Map<bigint, SpecialPrices>> {
  const rows = await db.rows<{ userId: bigint; product: string; price: bigint }>(
    `select user_id as "userId", product, price_kobo as price from special_prices where user_id = any($1) order by user_id, product`,
    [userIds],
  );
  const prices = new Map<bigint, SpecialPrices>();
  for (const { userId, product, price } of rows) {
    const of = prices.get(userId) ?? [];
    prices.set(userId, [...of, { productName: product, price: toNaira(kobo(price)) }]);
  }
  return prices;
}

/** The lowest that anybody pays per GB of one of these products by a special price. */
export async function lowestSpecialPrice(db: Db, products: readonly string[]): Promise<Kobo | null> {
  const { lowest } = await db.get<{ lowest: bigint | null }>(
    'select min(price_kobo) as lowest from special_prices where product = any($1)',
    [products],
  );
  return lowest === null ? null : kobo(lowest);
}
