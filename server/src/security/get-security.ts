import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';
import { mustSetUpTotp } from './guard.ts';

export const getSecurity =
  (context: Context): Handler<'getSecurity'> =>
  async ({ principal }) => {
    const state = await context.pool.get<{ hasPin: boolean; hasTotp: boolean; recoveryCodesLeft: number }>(
      `select exists (select from pins where user_id = $1) as "hasPin",
         exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "hasTotp",
         (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
      [principal.userId],
    );
    return { ...state, isTotpRequired: mustSetUpTotp(context, { ...principal, hasTotp: state.hasTotp }) };
  };
