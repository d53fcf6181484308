import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { apiTokensOf } from './api-tokens.ts';

export const listApiTokens =
  ({ pool }: Context): Handler<'listApiTokens'> =>
  async ({ principal }) => ({ tokens: await apiTokensOf(pool, principal.userId) });
