import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { deliverNow } from './deliver.ts';
import { findMessage } from './message.ts';
import { manualSends, refuseWithoutWebhook } from './manual.ts';

/** Sends a message again at once, with its first id: a receiver that has seen it drops it. */
export const replayWebhookMessage =
  (context: Context): Handler<'replayWebhookMessage'> =>
  async ({ principal, params }) => {
    const { pool } = context;
    const { userId } = principal;
    const id = /^[1-9]\d{0,17}$/.test(params.id) ? BigInt(params.id) : refuse('not_found');
    if ((await findMessage(pool, userId, id)) === undefined) refuse('not_found');
    await refuseWithoutWebhook(pool, userId);
    await countAttempt(pool, manualSends(userId));
    await deliverNow(context, id);
    const message = await findMessage(pool, userId, id);
    return { msg: 'Sent again', message: message ?? refuse('not_found') };
  };
