import { toNaira } from '@jara/contract/money.ts';
import type { Context } from '../context.ts';
import { spentToday, walletGuards } from '../ledger/wallet-guards.ts';
import type { Handler } from '../platform/serve.ts';
import { mustSetUpTotp } from './guard.ts';

export const getSecurity =
  (context: Context): Handler<'getSecurity'> =>
  async ({ principal }) => {
    const { pool } = context;
    const { userId } = principal;
    const [state, { isFrozen, dailyLimitKobo }, spentKobo] = await Promise.all([
      pool.get<{ hasPin: boolean; hasTotp: boolean; recoveryCodesLeft: number }>(
        `select exists (select from pins where user_id = $1) as "hasPin",
           exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "hasTotp",
           (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
        [userId],
      ),
      walletGuards(pool, userId),
      spentToday(pool, userId),
    ]);
    return {
      ...state,
      isTotpRequired: mustSetUpTotp(context, { ...principal, hasTotp: state.hasTotp }),
      isFrozen,
      dailyLimit: dailyLimitKobo === null ? null : toNaira(dailyLimitKobo),
      spentToday: toNaira(spentKobo),
    };
  };
