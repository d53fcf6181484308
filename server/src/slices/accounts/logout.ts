import type { Context } from '../../app/context.ts';
import { emptyingCache } from '../../platform/headers.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';

export const logout =
  ({ pool, sessions }: Context): Handler<'logout'> =>
  async ({ principal, request }) => {
    await sessions.end(principal);
    await recordSecurityEvent(pool, principal, request, { what: 'logout' });
    return new Reply(200, { msg: 'You are logged out' }, emptyingCache);
  };
