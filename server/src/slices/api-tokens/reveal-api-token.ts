import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { tokenWorks } from '../../platform/sessions/find-token.ts';
import { readRowId } from '../../platform/row-id.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';

export const revealApiToken =
  (context: Context): Handler<'revealApiToken'> =>
  async ({ principal, params, body, request }) => {
    const { userId } = principal;
    const id = readRowId(params.id) ?? refuse('not_found');
    refuseTokensOnNewDevice(context, principal);
    const stepUp = { ...body, stepUp: request.stepUp };
    const { sealedToken } = await withStrongestStepUp(context, principal, stepUp, async (db, factor) => {
      const found = await db.find<{ sealedToken: Buffer }>(
        `select t.sealed_token as "sealedToken" from api_tokens t where t.id = $1 and t.user_id = $2 and ${tokenWorks('t')}`,
        [id, userId],
      );
      if (found === undefined) refuse('not_found');
      await recordSecurityEvent(db, principal, request, { what: 'api_token_revealed', factor });
      return found;
    });
    return {
      msg: 'Keep this token as you keep a password',
      apiToken: context.seal.open(sealedToken),
    };
  };
