import type { Context } from '../../app/context.ts';
import { lockSpendingControls, setDailyLimit } from '../../ledger/spending-controls.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';

export const removeSpendingLimit =
  (context: Context): Handler<'removeSpendingLimit'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const given = { ...body, stepUp: request.stepUp };
    await withStrongestStepUp(context, principal, given, async (db, factor) => {
      const { dailyLimitKobo } = await lockSpendingControls(db, userId);
      if (dailyLimitKobo === null) return;
      await setDailyLimit(db, userId, null);
      await queueMail(db, userId, 'limit_removed');
      await recordSecurityEvent(db, { userId }, request, { what: 'spending_limit_removed', factor });
    });
    return { msg: 'Your daily limit is removed' };
  };
