import type { CustomerCopy } from '@jara/contract/calls/receipts/customer-copy.ts';
import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';

export async function findCustomerCopy(db: Db, userId: bigint): Promise<CustomerCopy> {
  const [settings, prices] = await Promise.all([
    db.find<{ shopName: string | null; showsPrice: boolean }>(
      'select shop_name as "shopName", shows_price as "showsPrice" from customer_copies where user_id = $1',
      [userId],
    ),
    db.rows<{ product: string; priceKobo: bigint }>(
      `select product, price_kobo as "priceKobo" from selling_prices where user_id = $1
       order by set_at desc, product limit ${limits.sellingPricesMaximum}`,
      [userId],
    ),
  ]);
  return {
    shopName: settings?.shopName ?? null,
    showsPrice: settings?.showsPrice ?? false,
    prices: prices.map(({ product, priceKobo }) => ({ product, price: toNaira(kobo(priceKobo)) })),
  };
}
