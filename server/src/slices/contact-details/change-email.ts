import { untilWords } from '@jara/contract/lagos-time.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { lockContactDetails } from '../accounts/contact-details.ts';
import { readEmail } from '../accounts/identifiers.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { askForEmailChange } from './email-changes.ts';
import { linkRule } from './link-rule.ts';

/** Nothing is said of who else has the address: whoever reads the mail to it hears that, and nobody else. */
export const changeEmail =
  (context: Context): Handler<'changeEmail'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const newEmail = readEmail(body.email) ?? refuseField('email', 'Enter an e-mail address');
    const until = await withStrongestStepUp(
      context,
      principal,
      { ...body, stepUp: request.stepUp },
      async (db, factor) => {
        await countAttempt(db, linkRule(context.config, userId));
        const { email: oldEmail } = (await lockContactDetails(db, userId)) ?? refuse('not_found');
        if (newEmail === oldEmail) refuseField('email', 'This is your e-mail address already');
        await recordSecurityEvent(db, principal, request, { what: 'email_change_asked', factor });
        return (await askForEmailChange(db, userId, { oldEmail, newEmail })) ?? refuse('email_change_recent');
      },
    );
    return {
      msg: `A link is on its way to ${newEmail}. Open it ${untilWords(until)} at the latest: then it is your address`,
      emailChange: { email: newEmail, until: until.toISOString() },
    };
  };
