import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactDetails } from '../accounts/contact-details.ts';
import { openEmailChange } from './email-changes.ts';

export const getContactDetails =
  ({ pool, sms }: Context): Handler<'getContactDetails'> =>
  async ({ principal }) => {
    const { userId } = principal;
    const [details, change] = await Promise.all([
      contactDetails(pool, userId),
      openEmailChange(pool, userId),
    ]);
    return {
      email: details.email,
      isEmailConfirmed: details.emailConfirmedAt !== null,
      emailChange:
        change === undefined || change.doneAt !== null
          ? null
          : { email: change.newEmail, until: change.until.toISOString() },
      phoneNumber: details.phone,
      isPhoneConfirmed: details.phoneConfirmedAt !== null,
      sendsSms: sms !== null,
    };
  };
