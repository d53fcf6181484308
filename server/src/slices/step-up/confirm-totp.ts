import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { seeDevice } from '../../platform/sessions/see-device.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { commitUnlessEnded } from './commit-unless-ended.ts';
import { replaceRecoveryCodes, withCode } from './totp.ts';

export const confirmTotp =
  (context: Context): Handler<'confirmTotp'> =>
  async ({ principal, body, request }) => {
    const { pool, sessions } = context;
    const { userId } = principal;
    const factor = await pool.find<{ isOn: boolean }>(
      'select confirmed_at is not null as "isOn" from second_factors where user_id = $1',
      [userId],
    );
    if (factor === undefined) refuse('totp_off');
    if (factor.isOn) refuse('totp_on');
    const recoveryCodes = await withCode(
      context,
      principal,
      { code: body.code, isConfirmed: false, commit: commitUnlessEnded(pool, principal) },
      async (db) => {
        await sessions.forget(db, userId);
        await seeDevice(db, principal);
        await queueMail(db, userId, 'totp_on');
        await recordSecurityEvent(db, principal, request, { what: 'totp_on', factor: 'code' });
        return replaceRecoveryCodes(context, db, userId);
      },
    );
    return { msg: 'Two-step login is on. Keep the recovery codes where your phone is not', recoveryCodes };
  };
