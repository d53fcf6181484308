import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { readSchedules } from './price-schedules.ts';

export const listPriceSchedules =
  ({ pool }: Context): Handler<'listPriceSchedules'> =>
  async () => ({ schedules: await readSchedules(pool) });
