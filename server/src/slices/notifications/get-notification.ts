import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { findNotification } from './notification.ts';

export const getNotification =
  ({ pool }: Context): Handler<'getNotification'> =>
  async () => ({ msg: await findNotification(pool) });
