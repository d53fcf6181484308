import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from './confirm-password.ts';
import { endPinRemoval } from './pin-removals.ts';
import { hashPin, refuseBadPin, savePin } from './pins.ts';
import { endBegunTotp } from './second-factors.ts';
import { withPinOrCode } from './with-pin-or-code.ts';

/** A first PIN takes the password, and the second factor of whoever has one; another one the old PIN or the second factor, or a thief would set his own. */
export const setPin =
  (context: Context): Handler<'setPin'> =>
  async ({ principal, body, request }) => {
    const { userId, pinSince } = principal;
    const { sessions } = context;
    const { oldPin = '', code = '', usePasskey = false } = body;
    const isPasskeyMeant = usePasskey || request.stepUp.isByPasskey;
    refuseBadPin(body.pin, body.pinCheck);
    await confirmPassword(context, principal, body.password);
    if (pinSince !== null && oldPin === '' && code.trim() === '' && !isPasskeyMeant) {
      refuseField('oldPin', 'Enter the PIN that you have now, or a code of your authenticator app');
    }
    const hashed = await hashPin(context, body.pin);
    await withPinOrCode(
      context,
      principal,
      { oldPin, code, usePasskey, stepUp: request.stepUp, isPasswordEnough: false },
      async (db, factor) => {
        // Somebody else set one at this moment.
        if (!(await savePin(db, principal, { ...hashed, isProved: factor !== 'password' })))
          refuse('changed_meanwhile');
        await endPinRemoval(db, userId);
        await endBegunTotp(db, userId);
        await queueMail(db, userId, 'pin_set');
        await recordSecurityEvent(db, principal, request, { what: 'pin_set', factor });
        await sessions.forget(db, userId);
      },
    );
    return { msg: 'Your PIN is set. You are asked for it before money leaves your wallet' };
  };
