import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { lockContactDetails, refuseTakenDetail, setPhone } from '../accounts/contact-details.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { checkPhoneCode, usePhoneCode } from '../phone-codes/phone-codes.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { queueTextNotices } from '../text-notices/queue-text-notices.ts';

/** The number to which the code went is the user's from now on, whether it was so before or not. */
export const confirmPhone =
  (context: Context): Handler<'confirmPhone'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const right = await checkPhoneCode(context, { userId, purpose: 'phone' }, body.code);
    const phone = right.phone ?? refuse('code_over');
    const isNew = await context.pool
      .commit(async (db) => {
        await usePhoneCode(db, right);
        const before = (await lockContactDetails(db, userId)) ?? refuse('not_found');
        await setPhone(db, userId, { phone, isConfirmed: true });
        const isOther = before.phone !== phone;
        if (isOther) {
          await queueMail(db, userId, 'phone_changed');
          const phones = [before.phone, phone];
          await queueTextNotices(context, db, { userId, kind: 'phone_changed', phones });
        }
        const what = isOther ? 'phone_changed' : 'phone_confirmed';
        await recordSecurityEvent(db, principal, request, { what, factor: 'sms_code' });
        await context.sessions.forget(db, userId);
        return isOther;
      })
      .catch(refuseTakenDetail);
    return { msg: isNew ? `Your phone number is ${phone} now` : 'Your phone number is confirmed' };
  };
