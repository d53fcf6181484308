import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';
import { listWishes } from './service-wishes.ts';

export const listAwaitedServices =
  ({ pool }: Context): Handler<'listAwaitedServices'> =>
  async ({ principal }) => ({ awaited: await listWishes(pool, principal.userId) });
