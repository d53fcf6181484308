import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { tokenWorks } from '../../platform/sessions/find-token.ts';
import { readRowId } from '../../platform/row-id.ts';
import { apiTokensOf, issueApiToken, type NewTokenTerms } from './api-tokens.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';

/** The old token works on for a while, so that a program can change over without a gap. */
export const rotateApiToken =
  (context: Context): Handler<'rotateApiToken'> =>
  async ({ principal, params, body, request }) => {
    const { sessions, config } = context;
    const { userId } = principal;
    const id = readRowId(params.id) ?? refuse('not_found');
    refuseTokensOnNewDevice(context, principal);
    const stepUp = { ...body, stepUp: request.stepUp };
    const rotated = await withStrongestStepUp(context, principal, stepUp, async (db, factor) => {
      const old = await db.find<NewTokenTerms & { name: string; isRotated: boolean }>(
        `select t.name, t.ends_at is not null as "isRotated", t.scopes, t.addresses, t.daily_limit_kobo as "dailyLimitKobo",
           t.expires_at as "expiresAt", t.root_id as "rootId"
         from api_tokens t where t.id = $1 and t.user_id = $2 and ${tokenWorks('t')} for update`,
        [id, userId],
      );
      if (old === undefined) refuse('not_found');
      if (old.isRotated) refuse('changed_meanwhile', { msg: 'This token was rotated already' });
      await db.run('update api_tokens set ends_at = now() + make_interval(hours => $2) where id = $1', [
        id,
        config.apiTokenOverlapHours,
      ]);
      const made = { userId, name: old.name, terms: old, ip: request.ip };
      const issued = await issueApiToken(context, db, made);
      await db.run(
        `insert into api_token_networks (api_token_id, ip_prefix, address_hash, first_used_at, last_used_at)
         select $2, ip_prefix, address_hash, first_used_at, last_used_at from api_token_networks where api_token_id = $1`,
        [id, issued.token._id],
      );
      await recordSecurityEvent(db, principal, request, { what: 'api_token_rotated', factor });
      // What is remembered of the old one does not know when it ends.
      await sessions.forget(db, userId);
      return { ...issued, tokens: await apiTokensOf(db, userId) };
    });
    const hours = config.apiTokenOverlapHours;
    const msg = hours === 0 ? 'The old token has ended' : `The old token works for ${hours} more hours`;
    return { msg: `Your new API token is ready. ${msg}`, ...rotated };
  };
