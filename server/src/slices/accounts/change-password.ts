import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { hashPassword, refuseBadPassword } from '../../platform/passwords.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import { refusals } from '@jara/contract/refusals.ts';
import { FORMER_TOKEN_MINUTES } from '../../platform/sessions/make-token.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { distrustDevices } from '../sessions/devices.ts';
import { confirmPassword } from '../step-up/confirm-password.ts';
import { askPasswordBesidePasskeys, endBegunTotp } from '../step-up/second-factors.ts';
import { withStrongestFactor } from '../step-up/with-strongest-step-up.ts';
import { findPerson, refuseEasyPassword } from './easy-password.ts';
import { endResetLinks } from './reset-links.ts';

/** Takes a code as well with two-step login on, else the PIN where there is one: whoever changes the password logs the owner out. */
export const changePassword =
  (context: Context): Handler<'changePassword'> =>
  async ({ principal, body, request }) => {
    const { pool, sessions, config } = context;
    const { userId, tokenHash } = principal;
    refuseBadPassword(
      { field: 'newPassword', text: body.newPassword },
      { field: 'newPasswordCheck', text: body.newPasswordCheck },
    );
    const confirm = () => confirmPassword(context, principal, body.oldPassword, refusals.wrong_password.msg);
    const passwordHash = await confirm();
    const password = { field: 'newPassword', text: body.newPassword };
    await refuseEasyPassword(config.brand.name, await findPerson(pool, userId), password, 'known');
    const newHash = await hashPassword(body.newPassword, 'known');
    const given = { ...body, stepUp: request.stepUp };
    const change = (from: string) =>
      withStrongestFactor(context, principal, given, async (db, factor) => {
        // Of two changes at once the second one's old password is no longer right.
        const changed = await db.run(
          'update users set password_hash = $3 where id = $1 and password_hash = $2',
          [userId, from, newHash],
        );
        if (changed === 0) refuse('wrong_password');
        await distrustDevices(db, userId, { but: principal.deviceId });
        await sessions.endOthers(db, userId, tokenHash);
        if (body.endApiTokens === true) await sessions.endApiTokens(db, userId);
        await askPasswordBesidePasskeys(db, userId, { but: request.stepUp.passkeyId });
        await endBegunTotp(db, userId);
        await endResetLinks(db, userId);
        await queueMail(db, userId, 'password_changed');
        await recordSecurityEvent(db, principal, request, { what: 'password_changed', factor });
        return sessions.renew(db, principal, FORMER_TOKEN_MINUTES.afterNewPassword);
      });
    const headers = await change(passwordHash).catch(async (error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'wrong_password')) throw error;
      // A login at this moment may have hashed the same password anew: then it is right still.
      return change(await confirm());
    });
    const also = body.endApiTokens === true ? ', and your API tokens have ended' : '';
    return new Reply(
      200,
      { msg: `Your password is changed. All other devices are logged out${also}` },
      headers,
    );
  };
