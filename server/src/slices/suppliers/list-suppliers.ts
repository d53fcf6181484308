import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { listRoutes } from './suppliers.ts';

export const listSuppliers =
  ({ pool, suppliers }: Context): Handler<'listSuppliers'> =>
  async () => ({ suppliers: await listRoutes(pool), supplierNames: [...suppliers.keys()] });
