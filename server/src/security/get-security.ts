import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';
import { mustSetUpTotp } from './guard.ts';
import { presentSendingLimit } from './sending-limit.ts';

interface State {
  hasPin: boolean;
  hasTotp: boolean;
  recoveryCodesLeft: number;
  withdrawalsHeldUntil: Date | null;
}

export const getSecurity =
  (context: Context): Handler<'getSecurity'> =>
  async ({ principal }) => {
    const { withdrawalsHeldUntil, ...state } = await context.pool.get<State>(
      `select exists (select from pins where user_id = $1) as "hasPin",
         exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "hasTotp",
         (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft",
         (select password_reset_at + make_interval(hours => $2) from users
          where id = $1 and password_reset_at + make_interval(hours => $2) > now()) as "withdrawalsHeldUntil"`,
      [principal.userId, context.config.withdrawals.holdHoursAfterReset],
    );
    return {
      ...state,
      isTotpRequired: mustSetUpTotp(context, { ...principal, hasTotp: state.hasTotp }),
      sendingLimit: await presentSendingLimit(context, principal),
      withdrawalsHeldUntil: withdrawalsHeldUntil?.toISOString() ?? null,
    };
  };
