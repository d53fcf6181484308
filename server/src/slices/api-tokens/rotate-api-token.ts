import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { apiTokensOf, issueApiToken, readId } from './api-tokens.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from '../step-up/confirm-password.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';

/** The old token works on for a while, so that a program can change over without a gap. */
export const rotateApiToken =
  (context: Context): Handler<'rotateApiToken'> =>
  async ({ principal, params, body, request }) => {
    const { pool, sessions, config } = context;
    const { userId } = principal;
    const id = readId(params.id) ?? refuse('not_found');
    refuseTokensOnNewDevice(context, principal);
    await confirmPassword(context, userId, body.password);
    const rotated = await pool.commit(async (db) => {
      await sessions.holdOpen(db, principal);
      const old = await db.find<{ name: string; isRotated: boolean }>(
        `select name, ends_at is not null as "isRotated" from api_tokens
         where id = $1 and user_id = $2 and (ends_at is null or ends_at > now()) for update`,
        [id, userId],
      );
      if (old === undefined) refuse('not_found');
      if (old.isRotated) refuse('changed_meanwhile', { msg: 'This token was rotated already' });
      await db.run('update api_tokens set ends_at = now() + make_interval(hours => $2) where id = $1', [
        id,
        config.apiTokenOverlapHours,
      ]);
      const issued = await issueApiToken(context, db, { userId, name: old.name });
      await recordSecurityEvent(db, principal, request, { what: 'api_token_rotated', factor: 'password' });
      // What is remembered of the old one does not know when it ends.
      await sessions.forget(db, userId);
      return { ...issued, tokens: await apiTokensOf(db, userId) };
    });
    const hours = config.apiTokenOverlapHours;
    const msg = hours === 0 ? 'The old token has ended' : `The old token works for ${hours} more hours`;
    return { msg: `Your new API token is ready. ${msg}`, ...rotated };
  };
