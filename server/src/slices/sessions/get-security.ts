import { toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { spentToday, spendingControls } from '../../ledger/spending-controls.ts';
import type { Handler } from '../../platform/serve.ts';
import { mustSetUpTotp } from '../step-up/step-up.ts';
import { presentVelocityLimit } from '../spending-controls/velocity-limit.ts';
import { withdrawalsHeldUntil } from '../spending-controls/withdrawals-held.ts';

interface State {
  hasPin: boolean;
  hasTotp: boolean;
  recoveryCodesLeft: number;
}

export const getSecurity =
  (context: Context): Handler<'getSecurity'> =>
  async ({ principal }) => {
    const { pool, config } = context;
    const { userId } = principal;
    const [state, { isFrozen, dailyLimitKobo }, spentKobo, sendingLimit, heldUntil] = await Promise.all([
      pool.get<State>(
        `select exists (select from pins where user_id = $1) as "hasPin",
           exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "hasTotp",
           (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
        [userId],
      ),
      spendingControls(pool, userId),
      spentToday(pool, userId),
      presentVelocityLimit(context, principal),
      withdrawalsHeldUntil(pool, userId, config.withdrawals.holdHoursAfterReset),
    ]);
    return {
      ...state,
      isTotpRequired: mustSetUpTotp(context, { ...principal, hasTotp: state.hasTotp }),
      sendingLimit,
      withdrawalsHeldUntil: heldUntil?.toISOString() ?? null,
      isFrozen,
      dailyLimit: dailyLimitKobo === null ? null : toNaira(dailyLimitKobo),
      spentToday: toNaira(spentKobo),
    };
  };
