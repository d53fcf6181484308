import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { newestMessages } from './message.ts';

export const listWebhookMessages =
  ({ pool }: Context): Handler<'listWebhookMessages'> =>
  async ({ principal, query }) => {
    const size = limits.pageSize;
    const skip = ((query.page ?? 1) - 1) * size;
    return { messages: await newestMessages(pool, principal.userId, { size, skip }) };
  };
