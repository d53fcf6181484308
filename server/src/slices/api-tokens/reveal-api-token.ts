import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { readId } from './api-tokens.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from '../step-up/confirm-password.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';

export const revealApiToken =
  (context: Context): Handler<'revealApiToken'> =>
  async ({ principal, params, body, request }) => {
    const { userId } = principal;
    const id = readId(params.id) ?? refuse('not_found');
    refuseTokensOnNewDevice(context, principal);
    await confirmPassword(context, userId, body.password);
    const found = await context.pool.find<{ sealedToken: Buffer }>(
      `select sealed_token as "sealedToken" from api_tokens
       where id = $1 and user_id = $2 and (ends_at is null or ends_at > now())`,
      [id, userId],
    );
    if (found === undefined) refuse('not_found');
    await recordSecurityEvent(context.pool, principal, request, {
      what: 'api_token_revealed',
      factor: 'password',
    });
    return {
      msg: 'Keep this token as you keep a password',
      apiToken: context.seal.open(found.sealedToken),
    };
  };
