import type { Context } from '../../app/context.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';

export const logout =
  ({ pool, sessions }: Context): Handler<'logout'> =>
  async ({ principal, request }) => {
    await sessions.end(principal.tokenHash);
    await recordSecurityEvent(pool, principal, request, { what: 'logout' });
    // Nor does a step back show the screens that were seen: the client itself removes what it kept for a time without a network.
    return new Reply(200, { msg: 'You are logged out' }, { 'clear-site-data': '"cache"' });
  };
