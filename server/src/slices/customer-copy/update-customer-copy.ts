import type { CallBody } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import { naira, parseNaira, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findCustomerCopy } from './customer-copy.ts';

export const updateCustomerCopy =
  ({ pool }: Context): Handler<'updateCustomerCopy'> =>
  async ({ principal: { userId }, body }) => {
    const shopName = body.shopName === undefined ? undefined : readShopName(body.shopName);
    const sellingPrice = body.sellingPrice && readSellingPrice(body.sellingPrice);
    await pool.commit(async (db) => {
      await saveSettings(db, userId, shopName, body.showsPrice);
      if (sellingPrice !== undefined) await saveSellingPrice(db, userId, sellingPrice);
    });
    return { msg: 'Your slips are changed', customerCopy: await findCustomerCopy(pool, userId) };
  };

/** Null takes the name away. */
function readShopName(text: string): string | null {
  const name = text.trim().replaceAll(/\s+/g, ' ');
  const { shopNameMaximum } = limits;
  if (Array.from(name).length > shopNameMaximum)
    refuseField('shopName', `Use at most ${shopNameMaximum} characters for the name of your shop`);
  // What would not be shown as it was typed.
  if (/[\p{Cc}\p{Cs}\p{Bidi_C}]/u.test(name))
    refuseField('shopName', 'Use letters and signs that can be seen');
  return name === '' ? null : name;
}

interface SellingPrice {
  product: string;
  /** Null takes the price away. */
  priceKobo: Kobo | null;
}

function readSellingPrice({
  product: text,
  price,
}: NonNullable<CallBody<'updateCustomerCopy'>['sellingPrice']>): SellingPrice {
  const product = text.trim();
  if (product === '' || /[\p{Cc}\p{Cs}]/u.test(product))
    refuseField('sellingPrice', 'Say what the price is for');
  if (price === null) return { product, priceKobo: null };
  const priceKobo = parseNaira(price);
  if (priceKobo === undefined || priceKobo < 1n || priceKobo > naira(limits.priceMaximumNaira))
    refuseField('sellingPrice', 'Enter a price in naira');
  return { product, priceKobo };
}

async function saveSettings(
  db: Db,
  userId: bigint,
  shopName: string | null | undefined,
  showsPrice: boolean | undefined,
): Promise<void> {
  await db.run(
    `insert into customer_copies (user_id, shop_name, shows_price) values ($1, $3, coalesce($4, false))
     on conflict (user_id) do update set shop_name = case when $2 then excluded.shop_name else customer_copies.shop_name end,
       shows_price = coalesce($4, customer_copies.shows_price)`,
    [userId, shopName !== undefined, shopName ?? null, showsPrice ?? null],
  );
}

async function saveSellingPrice(db: Db, userId: bigint, { product, priceKobo }: SellingPrice): Promise<void> {
  if (priceKobo === null) {
    await db.run('delete from selling_prices where user_id = $1 and product = $2', [userId, product]);
    return;
  }
  await db.run(
    `insert into selling_prices (user_id, product, price_kobo) values ($1, $2, $3)
     on conflict (user_id, product) do update set price_kobo = excluded.price_kobo, set_at = now()`,
    [userId, product, priceKobo],
  );
  await db.run(
    `delete from selling_prices where user_id = $1 and product in
       (select product from selling_prices where user_id = $1 order by set_at desc, product offset ${limits.sellingPricesMaximum})`,
    [userId],
  );
}
