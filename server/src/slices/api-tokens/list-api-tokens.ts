import { toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { usualDailyLimit } from './token-limit.ts';
import { apiTokensOf } from './api-tokens.ts';

export const listApiTokens =
  ({ pool, config }: Context): Handler<'listApiTokens'> =>
  async ({ principal }) => {
    const usualKobo = usualDailyLimit(config);
    return {
      tokens: await apiTokensOf(pool, principal.userId),
      usualDailyLimit: usualKobo === null ? null : toNaira(usualKobo),
    };
  };
