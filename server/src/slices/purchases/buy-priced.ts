/**
 * Prices a purchase by the catalogue that this process has read, and buys it. Where a process elsewhere has changed the catalogue meanwhile,
 * the database takes nothing, and the purchase is priced anew: nothing is sold at a price that is not that of now.
 */
import type { Context } from '../../app/context.ts';
import { beforeAnything, Refusal, refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { refuseEnded } from '../../platform/sessions/refuse-ended.ts';
import type { CatalogueState } from '../catalogue/catalogue.ts';
import { requestHash, type PricedPurchase, type PurchaseFacts } from './request.ts';
import type { BuyResult } from './purchases.ts';

interface Asked {
  buyer: Principal;
  key: string | null;
  facts: PurchaseFacts;
}

/** Prices that change again each time that they are read are no prices of a shop. */
const MOST_TIMES = 5;

/**
 * Refusals: those of `price`, of `purchases.buy`, and unavailable while prices change faster than they can be read or the database fails
 * before anything was taken. A key that was used before gets its purchase even where `price` refuses: the price may have changed since, and
 * the service may be locked.
 */
export async function buyPriced<Sale>(
  context: Context,
  asked: Asked,
  price: (catalogue: CatalogueState) => Sale | Promise<Sale>,
  requestFor: (sale: Sale) => PricedPurchase,
): Promise<BuyResult> {
  const { buyer, key } = asked;
  for (let times = 1; times <= MOST_TIMES; times += 1) {
    const catalogue = context.catalogue.now;
    const priced = await priceOrReplay(context, asked, () => beforeAnything(async () => price(catalogue)));
    if ('earlier' in priced) return priced.earlier;
    const request = { ...requestFor(priced.sale), buyer, key, catalogueVersion: catalogue.version };
    const result = await context.purchases.buy(request);
    if (result.outcome !== 'repriced') return result;
    await context.catalogue.reload();
  }
  return refuse('unavailable', { retryAfterSeconds: 1 });
}

/** What `price` gives, or the earlier purchase of the key when `price` refuses; without one, throws that refusal. */
async function priceOrReplay<Sale>(
  { pool, purchases }: Context,
  { buyer, key, facts }: Asked,
  price: () => Sale | Promise<Sale>,
): Promise<{ sale: Sale } | { earlier: BuyResult }> {
  try {
    return { sale: await price() };
  } catch (error) {
    if (key === null || !(error instanceof Refusal)) throw error;
    const used = await pool.find<{ transactionId: bigint; requestHash: string }>(
      `select transaction_id as "transactionId", request_hash as "requestHash" from idempotency_keys
       where user_id = $1 and key = $2`,
      [buyer.userId, key],
    );
    if (used === undefined) throw error;
    await refuseEnded(pool, buyer);
    if (used.requestHash !== requestHash(facts)) refuse('idempotency_key_reused');
    return { earlier: await purchases.replay(used.transactionId) };
  }
}
