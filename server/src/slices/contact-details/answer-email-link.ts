import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { refuseTakenDetail } from '../accounts/contact-details.ts';
import { agreeToEmailChange, confirmAddress, stopEmailChange } from './email-changes.ts';
import { useEmailLink } from './email-links.ts';

const done = {
  confirm: 'Your e-mail address is confirmed',
  agree: 'Thank you. The address is changed as soon as the new one is confirmed',
  stop: 'It is stopped: your account keeps this e-mail address. Change your password now',
};

/** By whoever reads the mail, logged in or not. The link is used up in the commit of what it does, and stays when that fails. */
export const answerEmailLink =
  (context: Context): Handler<'answerEmailLink'> =>
  async ({ body: { token, answer }, request }) => {
    const did = await context.pool
      .commit(async (db) => {
        const link = (await useEmailLink(db, token)) ?? refuse('link_over');
        const { userId, purpose } = link;
        if (purpose === 'confirm') {
          if (answer === 'stop' || !(await confirmAddress(context, db, link, request))) refuse('link_over');
          return 'confirm';
        }
        if (answer === 'stop') {
          if (!(await stopEmailChange(context, db, userId, request))) refuse('link_over');
          return 'stop';
        }
        if (!(await agreeToEmailChange(db, userId))) refuse('link_over');
        return 'agree';
      })
      .catch(refuseTakenDetail);
    return { msg: done[did] };
  };
