import type { Context } from '../../app/context.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { FORMER_TOKEN_MINUTES } from '../../platform/sessions/make-token.ts';
import { noteStepUp } from '../../platform/sessions/step-ups.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { withStepUp } from './with-step-up.ts';

export const confirmStepUp =
  (context: Context): Handler<'confirmStepUp'> =>
  async ({ principal, body, request }) => {
    const answer = { ...body, stepUp: request.stepUp };
    const headers = await withStepUp(context, principal, answer, async (db, factor) => {
      await noteStepUp(db, principal.tokenHash);
      // A passkey's answer is on record since it was looked at.
      if (factor !== 'passkey')
        await recordSecurityEvent(db, principal, request, {
          what: 'step_up',
          factor,
          detail: 'confirmStepUp',
        });
      return context.sessions.renew(db, principal, FORMER_TOKEN_MINUTES.afterStepUp);
    });
    return new Reply(200, { msg: 'It is you' }, headers);
  };
