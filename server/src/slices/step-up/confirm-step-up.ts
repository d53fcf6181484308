import type { Context } from '../../app/context.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { noteStepUp } from '../../platform/sessions/step-ups.ts';
import { withStepUp } from './with-step-up.ts';

export const confirmStepUp =
  (context: Context): Handler<'confirmStepUp'> =>
  async ({ principal, body, request }) => {
    const answer = { ...body, stepUp: request.stepUp };
    const headers = await withStepUp(context, principal.userId, answer, async (db) => {
      await noteStepUp(db, principal.tokenHash);
      return context.sessions.renew(db, principal);
    });
    return new Reply(200, { msg: 'It is you' }, headers);
  };
