import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { endTotp } from './second-factors.ts';
import { hasTotp } from './totp.ts';
import { withStepUp } from './with-step-up.ts';

/** Also the only one that staff have: a new phone takes a new key, and until there is one nothing else opens to them. */
export const removeTotp =
  (context: Context): Handler<'removeTotp'> =>
  async ({ principal, body, request }) => {
    const { pool, sessions } = context;
    const { userId } = principal;
    if (!(await hasTotp(pool, userId))) refuse('totp_off');
    const { stepUp } = request;
    await withStepUp(context, principal, { ...body, stepUp }, async (db, factor) => {
      await endTotp(db, userId);
      await sessions.forget(db, userId);
      await queueMail(db, userId, 'totp_off');
      await recordSecurityEvent(db, principal, request, { what: 'totp_off', factor });
    });
    return { msg: 'Two-step login is off' };
  };
