import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from './confirm-password.ts';

export const removePin =
  (context: Context): Handler<'removePin'> =>
  async ({ principal, body, request }) => {
    const { pool, sessions } = context;
    const { userId } = principal;
    await confirmPassword(context, userId, body.password);
    await pool.commit(async (db) => {
      await db.run('delete from pins where user_id = $1', [userId]);
      await queueMail(db, userId, 'pin_removed');
      await recordSecurityEvent(db, principal, request, { what: 'pin_removed', factor: 'password' });
      await sessions.forget(db, userId);
    });
    return { msg: 'Your PIN is removed. You are not asked for it any more' };
  };
