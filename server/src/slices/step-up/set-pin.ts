import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from './confirm-password.ts';
import { hashPin, refuseBadPin, savePin } from './pins.ts';

export const setPin =
  (context: Context): Handler<'setPin'> =>
  async ({ principal, body, request }) => {
    const { pool, sessions } = context;
    const { userId } = principal;
    refuseBadPin(body.pin, body.pinCheck);
    await confirmPassword(context, userId, body.password);
    const pinHash = await hashPin(context, body.pin);
    await pool.commit(async (db) => {
      await savePin(context, db, userId, pinHash);
      await queueMail(db, userId, 'pin_set');
      await recordSecurityEvent(db, principal, request, { what: 'pin_set', factor: 'password' });
      await sessions.forget(db, userId);
    });
    return { msg: 'Your PIN is set. You are asked for it before money leaves your wallet' };
  };
