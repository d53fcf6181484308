import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { listServiceAlerts } from './service-alerts.ts';

export const listAwaitedServices =
  ({ pool }: Context): Handler<'listAwaitedServices'> =>
  async ({ principal }) => ({ awaited: await listServiceAlerts(pool, principal.userId) });
