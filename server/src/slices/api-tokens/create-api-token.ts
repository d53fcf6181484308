import { limits } from '@jara/contract/constants.ts';
import { scopes as allScopes, usualScopes, type Scope } from '@jara/contract/scopes.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { normalNetwork } from '../../platform/sessions/token-terms.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { refuseTokensOnNewDevice } from '../spending-controls/velocity-limit.ts';
import { issueApiToken } from './api-tokens.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { readDailyLimit, usualDailyLimit } from './token-limit.ts';

/** Takes the strongest proof that the owner has: a token outlives the session that made it, and is not asked for the PIN. */
export const createApiToken =
  (context: Context): Handler<'createApiToken'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const name = readName(body.name);
    const scopes = readScopes(body.scopes);
    const addresses = readAddresses(body.addresses);
    const dailyLimitKobo =
      body.dailyLimit === undefined ? usualDailyLimit(context.config) : readDailyLimit(body.dailyLimit);
    refuseTokensOnNewDevice(context, principal);
    const issued = await withStrongestStepUp(
      context,
      principal,
      { ...body, stepUp: request.stepUp },
      async (db, factor) => {
        // One at a time, since the commit holds the user: many requests at once do not count the same tokens.
        const { count } = await db.get<{ count: bigint }>(
          'select count(*) from api_tokens where user_id = $1 and ends_at is null and (expires_at is null or expires_at > now())',
          [userId],
        );
        if (count >= limits.apiTokensMaximum) refuse('api_token_limit');
        const { expiresAt } = await db.get<{ expiresAt: Date | null }>(
          'select now() + make_interval(days => $1) as "expiresAt"',
          [body.expiresInDays ?? null],
        );
        const terms = { scopes, addresses, dailyLimitKobo, expiresAt, rootId: null };
        await recordSecurityEvent(db, principal, request, { what: 'api_token_made', factor });
        return issueApiToken(context, db, { userId, name, terms, ip: request.ip });
      },
    );
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

/** Each once, in one order. */
const readScopes = (input: readonly Scope[] = usualScopes): Scope[] =>
  allScopes.filter((scope) => input.includes(scope));

const readAddresses = (input: readonly string[] = []): string[] => [
  ...new Set(
    input.map(
      (address) =>
        normalNetwork(address) ??
        refuseField('addresses', 'Enter addresses such as 41.58.1.2, or networks such as 41.58.0.0/16'),
    ),
  ),
];
