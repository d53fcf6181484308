import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactDetails } from '../accounts/contact-details.ts';
import { queueMailTo } from '../mails/queue-mail.ts';
import { linkRule } from './link-rule.ts';

export const sendEmailLink =
  ({ pool, config }: Context): Handler<'sendEmailLink'> =>
  async ({ principal }) => {
    const { userId } = principal;
    const email = await pool.commit(async (db) => {
      await countAttempt(db, linkRule(config, userId));
      const details = await contactDetails(db, userId);
      await queueMailTo(db, userId, 'confirm_email', details.email);
      return details.email;
    });
    return { msg: `A link is on its way to ${email}. Open it to confirm the address` };
  };
