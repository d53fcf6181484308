import type { Context } from '../../app/context.ts';
import { setFrozen } from '../../ledger/spending-controls.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';

export const unfreezeWallet =
  (context: Context): Handler<'unfreezeWallet'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const given = { ...body, stepUp: request.stepUp };
    await withStrongestStepUp(context, principal, given, async (db, factor) => {
      if (!(await setFrozen(db, userId, false))) return;
      await queueMail(db, userId, 'wallet_unfrozen');
      await recordSecurityEvent(db, { userId }, request, { what: 'wallet_unfrozen', factor });
    });
    return { msg: 'Your wallet is open again' };
  };
