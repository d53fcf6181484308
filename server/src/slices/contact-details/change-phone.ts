import { messages } from '@jara/contract/messages.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactDetails } from '../accounts/contact-details.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { sendCodeTo } from './send-code-to.ts';

/** Changes nothing yet: a code proves the new number first. Who else has it is said to whoever holds that phone, and to nobody else. */
export const changePhone =
  (context: Context): Handler<'changePhone'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const phone = normalisePhone(body.phoneNumber) ?? refuseField('phoneNumber', messages.checkPhone);
    if (context.sms === null) refuse('sms_unavailable');
    await withStrongestStepUp(context, principal, { ...body, stepUp: request.stepUp }, async (db) => {
      if ((await contactDetails(db, userId)).phone === phone)
        refuseField('phoneNumber', 'This is your phone number already');
    });
    return { msg: await sendCodeTo(context, { userId, phone }, request) };
  };
