import { formatKobo, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { tokenWorks } from '../../platform/sessions/find-token.ts';
import type { Db } from '../../platform/db.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';
import { commitUnlessEnded } from '../step-up/commit-unless-ended.ts';
import type { GivenFactor } from '../step-up/with-pin-or-code.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { readRowId } from '../../platform/row-id.ts';
import { apiTokensOf } from './api-tokens.ts';
import { isMoreThan, readDailyLimit } from './token-limit.ts';

/** A lower limit takes nothing: whoever holds a session may always take rights away. A higher one takes what making such a token does. */
export const limitApiToken =
  (context: Context): Handler<'limitApiToken'> =>
  async ({ principal, params, body, request }) => {
    const { pool } = context;
    const { userId } = principal;
    const id = readRowId(params.id) ?? refuse('not_found');
    const limitKobo = readDailyLimit(body.dailyLimit);
    const isRaise = isMoreThan(limitKobo, (await findToken(pool, userId, id)).limitKobo);
    const change = async (db: Db, factor?: GivenFactor) => {
      const token = await findToken(db, userId, id);
      // Another device may have lowered it since it was looked at.
      if (!isRaise && isMoreThan(limitKobo, token.limitKobo)) refuse('changed_meanwhile');
      await db.run('update api_tokens set daily_limit_kobo = $3 where user_id = $1 and root_id = $2', [
        userId,
        token.rootId,
        limitKobo,
      ]);
      if (isRaise) await queueMail(db, userId, 'api_token_limit_raised');
      await recordSecurityEvent(db, principal, request, { what: 'api_token_limit_set', factor });
      return apiTokensOf(db, userId);
    };
    if (!isRaise) return answer(limitKobo, await commitUnlessEnded(pool, principal)((db) => change(db)));
    refuseTokensOnNewDevice(context, principal);
    const { stepUp } = request;
    const { password = '' } = body;
    if (password === '' && !stepUp.isByPasskey)
      refuseField('password', 'Enter your password: the token may spend more then');
    const given = { ...body, password, stepUp };
    return answer(limitKobo, await withStrongestStepUp(context, principal, given, change));
  };

async function findToken(
  db: Db,
  userId: bigint,
  id: bigint,
): Promise<{ limitKobo: bigint | null; rootId: bigint }> {
  const token = await db.find<{ limitKobo: bigint | null; rootId: bigint }>(
    `select t.daily_limit_kobo as "limitKobo", t.root_id as "rootId" from api_tokens t
     where t.id = $1 and t.user_id = $2 and ${tokenWorks('t')}`,
    [id, userId],
  );
  return token ?? refuse('not_found');
}

const answer = (limitKobo: Kobo | null, tokens: Awaited<ReturnType<typeof apiTokensOf>>) => ({
  msg:
    limitKobo === null
      ? 'This API token has no daily limit'
      : `This API token may spend ${formatKobo(limitKobo)} in 24 hours`,
  tokens,
});
