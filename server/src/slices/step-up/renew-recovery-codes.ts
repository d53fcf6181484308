import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { factorOfCode } from '../security-events/note-refusal.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { confirmPassword } from './confirm-password.ts';
import { hasTotp, replaceRecoveryCodes, withCode } from './totp.ts';

export const renewRecoveryCodes =
  (context: Context): Handler<'renewRecoveryCodes'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    if (!(await hasTotp(context.pool, userId))) refuse('totp_off');
    await confirmPassword(context, userId, body.password);
    const given = { code: body.code, isConfirmed: true };
    const recoveryCodes = await withCode(context, userId, given, async (db) => {
      const factor = factorOfCode(body.code);
      await recordSecurityEvent(db, principal, request, { what: 'recovery_codes_renewed', factor });
      return replaceRecoveryCodes(context, db, userId);
    });
    return { msg: 'These are your recovery codes now; the old ones are over', recoveryCodes };
  };
