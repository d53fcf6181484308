import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { issueApiToken } from './api-tokens.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from '../step-up/confirm-password.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';

/** Takes the password: a token outlives the session that made it, and is not asked for the PIN. */
export const createApiToken =
  (context: Context): Handler<'createApiToken'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const name = readName(body.name);
    refuseTokensOnNewDevice(context, principal);
    await confirmPassword(context, userId, body.password);
    const issued = await context.pool.commit(async (db) => {
      // One at a time too, so that many requests at once do not count the same tokens.
      await context.sessions.holdOpen(db, principal);
      const { count } = await db.get<{ count: bigint }>(
        'select count(*) from api_tokens where user_id = $1 and ends_at is null',
        [userId],
      );
      if (count >= limits.apiTokensMaximum) refuse('api_token_limit');
      await recordSecurityEvent(db, principal, request, { what: 'api_token_made', factor: 'password' });
      return issueApiToken(context, db, { userId, name });
    });
    return new Reply(201, { msg: 'Your API token is ready. Keep it as you keep a password', ...issued });
  };

function readName(input: string): string {
  const name = input.trim().replaceAll(/\s+/g, ' ');
  if (Array.from(name).length > limits.apiTokenNameMaximum) {
    refuseField('name', `Use at most ${limits.apiTokenNameMaximum} characters for the name`);
  }
  if (/[\p{Cc}\p{Cf}]/u.test(name)) refuseField('name', 'Use letters and digits for the name');
  return name;
}
