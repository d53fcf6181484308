import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactDetails } from '../accounts/contact-details.ts';
import { sendCodeTo } from './send-code-to.ts';

export const sendPhoneCode =
  (context: Context): Handler<'sendPhoneCode'> =>
  async ({ principal, request }) => {
    const { userId } = principal;
    const { phone } = await contactDetails(context.pool, userId);
    return { msg: await sendCodeTo(context, { userId, phone }, request) };
  };
