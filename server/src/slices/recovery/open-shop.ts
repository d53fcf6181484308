import { refuseWithoutRight } from '../staff-actions/refuse-former-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { withStepUp } from '../step-up/with-step-up.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findRecovery, openShopOrSayWhatIsMissing } from './opening.ts';
import { presentRecovery } from './present.ts';

/** From here on money leaves again, so a borrowed session is not enough. Opening and the record of who opened are one commit. */
export const openShop =
  (context: Context): Handler<'openShop'> =>
  async ({ principal, body, request }) => {
    const { reason: words, password, code } = body;
    const reason = words.trim();
    const { userId } = principal;
    const stepUp = { password, code, stepUp: request.stepUp };
    const recovery = await withStepUp(context, principal, stepUp, async (db) => {
      await refuseWithoutRight(db, principal, 'openShop');
      const missing =
        (await openShopOrSayWhatIsMissing(db, { reason, actorId: userId })) ?? refuse('not_waiting');
      if (missing.length > 0)
        refuse('shop_not_ready', { msg: `The shop stays closed. Still missing: ${missing.join('; ')}` });
      const opened = (await findRecovery(db)) ?? refuse('not_waiting');
      await recordStaffAction(db, principal, request, {
        action: 'openShop',
        subject: `recovery ${opened.id}`,
        before: { restoredTo: opened.restoredTo, isClosed: true },
        after: { restoredTo: opened.restoredTo, isClosed: false },
        reason,
      });
      return opened;
    });
    await context.shop.look();
    return { msg: 'The shop is open', recovery: presentRecovery(recovery) };
  };
