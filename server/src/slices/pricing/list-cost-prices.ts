import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { listCosts } from './cost-prices.ts';
import { listProducts } from './products.ts';

export const listCostPrices =
  ({ pool, catalogue }: Context): Handler<'listCostPrices'> =>
  async () => ({ costPrices: await listCosts(pool), products: listProducts(catalogue.now) });
