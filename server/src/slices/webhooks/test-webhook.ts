import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import type { Handler } from '../../platform/serve.ts';
import { deliverNow } from './deliver.ts';
import { manualSends, refuseWithoutWebhook } from './manual.ts';
import { findMessage } from './message.ts';

/** Sends a message of type webhook.test now and returns what the user's server answered. */
export const testWebhook =
  (context: Context): Handler<'testWebhook'> =>
  async ({ principal }) => {
    const { pool } = context;
    const { userId } = principal;
    await refuseWithoutWebhook(pool, userId);
    await countAttempt(pool, manualSends(userId));
    // Not due by itself: this request sends it.
    const { id } = await pool.get<{ id: bigint }>(
      `insert into webhook_messages (user_id, type) values ($1, 'webhook.test') returning id`,
      [userId],
    );
    await deliverNow(context, id);
    const message = await findMessage(pool, userId, id);
    if (message === undefined) throw new Error('the message is gone');
    return {
      msg:
        message.state === 'delivered'
          ? 'Your server took the message'
          : 'Your server did not take the message',
      message,
    };
  };
