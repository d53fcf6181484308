import type { CallReply } from '@jara/contract/api.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
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
