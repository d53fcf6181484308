import { isStaff } from '@jara/contract/is-staff.ts';
import { toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { moneyHeld, spentToday, spendingControls } from '../../ledger/spending-controls.ts';
import type { Handler } from '../../platform/serve.ts';
import { mustHaveFactor, staffSecondFactors } from '../step-up/staff-second-factors.ts';
import { presentVelocityLimit } from '../spending-controls/velocity-limit.ts';

interface State {
  hasPin: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  recoveryCodesLeft: number;
  pinRemovedAt: Date | null;
}

export const getSecurity =
  (context: Context): Handler<'getSecurity'> =>
  async ({ principal }) => {
    const { pool } = context;
    const { userId } = principal;
    const [{ pinRemovedAt, ...state }, { isFrozen, dailyLimitKobo }, spentKobo, sendingLimit, held] =
      await Promise.all([
        pool.get<State>(
          `select exists (select from pins where user_id = $1) as "hasPin",
           (select due_at from pin_removals where user_id = $1) as "pinRemovedAt",
           exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "hasTotp",
           exists (select from passkeys where user_id = $1) as "hasPasskey",
           (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
          [userId],
        ),
        spendingControls(pool, userId),
        spentToday(pool, userId),
        presentVelocityLimit(context, principal),
        moneyHeld(pool, userId),
      ]);
    return {
      ...state,
      isTotpRequired: mustHaveFactor(context, { ...principal, ...state }),
      staffSecondFactors: isStaff(principal) ? staffSecondFactors(context) : [],
      sendingLimit,
      moneyHeld:
        held === undefined
          ? null
          : {
              because: held.because,
              until: held.until.toISOString(),
              purchasesMost: toNaira(held.purchasesKobo),
            },
      pinRemovedAt: pinRemovedAt?.toISOString() ?? null,
      isFrozen,
      dailyLimit: dailyLimitKobo === null ? null : toNaira(dailyLimitKobo),
      spentToday: toNaira(spentKobo),
    };
  };
