import type { Context } from '../../app/context.ts';
import { orRefuse } from '../../ledger/spending-controls.ts';
import { emptyingCache } from '../../platform/headers.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { withStepUp } from '../step-up/with-step-up.ts';
import { changeStanding, lockUser } from './change-standing.ts';

export const closeAccount =
  (context: Context): Handler<'closeAccount'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const close = withStepUp(context, principal, { ...body, stepUp: request.stepUp }, async (db) => {
      if ((await lockUser(db, userId)) !== 'active') refuse('account_restricted');
      await changeStanding(context, db, userId, {
        standing: 'closed',
        reason: 'closed by its owner',
        words: null,
        actorId: userId,
      });
      await recordSecurityEvent(db, { userId }, request, { what: 'standing_changed', detail: 'closed' });
    });
    await orRefuse(close);
    return new Reply(200, { msg: 'Your account is closed' }, emptyingCache);
  };
