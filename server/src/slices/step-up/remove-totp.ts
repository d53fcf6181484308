import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from './confirm-password.ts';
import { removeSecondFactor } from './second-factor.ts';
import { hasTotp, withCode } from './totp.ts';

export const removeTotp =
  (context: Context): Handler<'removeTotp'> =>
  async ({ principal, body, request }) => {
    const { pool, sessions } = context;
    const { userId } = principal;
    if (!(await hasTotp(pool, userId))) refuse('totp_off');
    await confirmPassword(context, userId, body.password);
    await withCode(context, userId, { code: body.code, isConfirmed: true }, async (db) => {
      await removeSecondFactor(db, userId);
      await sessions.forget(db, userId);
      await queueMail(db, userId, 'totp_off');
      await recordSecurityEvent(db, principal, request, {
        what: 'totp_off',
        factor: factorOfCode(body.code),
      });
    });
    return { msg: 'Two-step login is off' };
  };
