import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { pushKeys } from './keys.ts';

export const getPush =
  (context: Context): Handler<'getPush'> =>
  async ({ principal }) => {
    const { publicKey } = await pushKeys(context);
    const subscription = await context.pool.find<{ endpoint: string }>(
      'select endpoint from push_subscriptions where session_token_hash = $1',
      [principal.tokenHash],
    );
    return { publicKey, endpoint: subscription?.endpoint ?? null };
  };
