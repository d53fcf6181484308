import { messages } from '@jara/contract/messages.ts';
import { formatKobo, kobo, toNaira } from '@jara/contract/money.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { listCosts } from './cost-prices.ts';
import { readProduct } from './products.ts';
import { readPrice } from './read-price.ts';
import { refuseUnusualPrices } from './unusual-prices.ts';

export const setCostPrice =
  ({ pool, catalogue }: Context): Handler<'setCostPrice'> =>
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
      });
    });
    await catalogue.reload();
    return { msg: `${product} costs ${formatKobo(costKobo)} per GB`, costPrices: await listCosts(pool) };
  };
