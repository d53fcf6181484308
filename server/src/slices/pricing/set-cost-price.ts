import { messages } from '@jara/contract/messages.ts';
import { formatKobo, kobo, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import type { CatalogueState } from '../catalogue/catalogue.ts';
import { listCosts } from './cost-prices.ts';
import { heldPrice } from './held-prices.ts';
import { perVolume, priceForPlan, productOf } from './price-for.ts';
import { plansOf, readProduct } from './products.ts';
import { readPrice } from './read-price.ts';
import { refuseUnusualPrices } from './unusual-prices.ts';

export const setCostPrice =
  ({ pool, config, catalogue }: Context): Handler<'setCostPrice'> =>
  async ({ principal, body, request }) => {
    const costKobo = readPrice('costPrice', body.costPrice, messages.enterValidPrice);
    const product = readProduct('network', body.network, catalogue.now);
    await pool.commit(async (db) => {
      const old = await db.find<{ cost: bigint }>(
        'select cost_kobo as cost from cost_prices where product = $1 for update',
        [product],
      );
      const fromKobo = old === undefined ? null : kobo(old.cost);
      if (fromKobo === costKobo) return;
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'setCostPrice',
        users: [],
        movedKobo: null,
        prices: lowered(catalogue.now, { product, fromKobo, toKobo: costKobo }),
      });
      refuseUnusualPrices(
        [{ field: 'costPrice', fromKobo, toKobo: costKobo, costKobo: null }],
        body.confirm ?? false,
      );
      await db.run(
        `insert into cost_prices (product, cost_kobo) values ($1, $2)
         on conflict (product) do update set cost_kobo = excluded.cost_kobo`,
        [product, costKobo],
      );
      await recordStaffAction(db, principal, request, {
        action: 'setCostPrice',
        subject: `product ${product}`,
        before: { costPrice: fromKobo === null ? null : toNaira(fromKobo) },
        after: { costPrice: toNaira(costKobo) },
        checked,
      });
    });
    await catalogue.reload();
    return { msg: `${product} costs ${formatKobo(costKobo)} per GB`, costPrices: await listCosts(pool) };
  };

interface Change {
  product: string;
  fromKobo: Kobo | null;
  toKobo: Kobo;
}

/** The cost, where it would give a plan a lower one than it has. */
function lowered(catalogue: CatalogueState, { product, fromKobo, toKobo }: Change): HeldPrice[] {
  const isLower = plansOf(catalogue, product).some((plan) => {
    // A cost of the product itself wins over one of the network.
    const isOverridden =
      productOf(plan) !== product && catalogue.costPriceKobo(productOf(plan)) !== undefined;
    const { costKobo } = priceForPlan(catalogue, plan, undefined);
    return !isOverridden && perVolume(toKobo, plan.volumeMb) < costKobo;
  });
  return isLower ? [heldPrice({ field: 'costPrice', fromKobo, toKobo, costKobo: null })] : [];
}
