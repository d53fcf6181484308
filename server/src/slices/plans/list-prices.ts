import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { presentPriceItem } from './present.ts';

export const listPrices =
  ({ catalogue }: Context): Handler<'listPrices'> =>
  async ({ principal }) =>
    [...catalogue.now.plans.values()].map((plan) => presentPriceItem(catalogue.now, plan, principal));
