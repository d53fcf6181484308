import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';

export const unsubscribePush =
  ({ pool }: Context): Handler<'unsubscribePush'> =>
  async ({ principal }) => {
    await pool.run('delete from push_subscriptions where session_token_hash = $1', [principal.tokenHash]);
    return { msg: 'Notices are off on this device' };
  };
