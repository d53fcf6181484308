import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { hashPassword, refuseBadPassword } from '../../platform/passwords.ts';
import { findPerson, refuseEasyPassword } from './easy-password.ts';
import { holdAfter } from '../step-up/hold-after.ts';
import { askPasswordBesidePasskeys, endBegunTotp } from '../step-up/second-factors.ts';
import { distrustDevices } from '../sessions/devices.ts';
import { endPinRemoval } from '../step-up/pin-removals.ts';
import { isLiveResetToken, readResetToken, useResetToken } from './reset-links.ts';

/**
 * Sets a new password by a link from a mail, and ends every session and API token, and knows no device any more: whoever had one has nothing. PIN and second factor stay as
 * they are, since whoever reads the mail has neither, and little money leaves for a time. A passkey opens nothing alone until it was used beside the new
 * password: somebody else may have added it.
 */
export const resetPassword =
  (context: Context): Handler<'resetPassword'> =>
  async ({ body, request }) => {
    const { pool, sessions, config } = context;
    refuseBadPassword(
      { field: 'newPassword', text: body.newPassword },
      { field: 'newPasswordCheck', text: body.newPasswordCheck },
    );
    const token = readResetToken(body);
    // Looked at first, so that guesses do not cost a hash each.
    if (token === undefined || !(await isLiveResetToken(pool, token))) refuse('reset_link_over');
    const password = { field: 'newPassword', text: body.newPassword };
    await refuseEasyPassword(config.brand.name, await findPerson(pool, token.userId), password, 'stranger');
    const passwordHash = await hashPassword(body.newPassword, 'stranger');
    await pool.commit(async (db) => {
      if (!(await useResetToken(db, token))) refuse('reset_link_over');
      await db.run('update users set password_hash = $2, password_reset_at = now() where id = $1', [
        token.userId,
        passwordHash,
      ]);
      await distrustDevices(db, token.userId, { but: null });
      await sessions.endOthers(db, token.userId, null);
      await sessions.endApiTokens(db, token.userId);
      await askPasswordBesidePasskeys(db, token.userId);
      await endPinRemoval(db, token.userId);
      await endBegunTotp(db, token.userId);
      await holdAfter(context, db, token.userId, 'reset');
      await queueMail(db, token.userId, 'password_changed');
      await recordSecurityEvent(db, token, request, { what: 'password_reset', factor: 'reset_link' });
    });
    return { msg: 'Your password is changed. Log in with the new one' };
  };
