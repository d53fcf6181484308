import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { confirmPassword } from './confirm-password.ts';
import { hasTotp, replaceRecoveryCodes, withCode } from './totp.ts';

export const renewRecoveryCodes =
  (context: Context): Handler<'renewRecoveryCodes'> =>
  async ({ principal, body }) => {
    const { userId } = principal;
    if (!(await hasTotp(context.pool, userId))) refuse('totp_off');
    await confirmPassword(context, userId, body.password);
    const recoveryCodes = await withCode(context, userId, { code: body.code, isConfirmed: true }, (db) =>
      replaceRecoveryCodes(context, db, userId),
    );
    return { msg: 'These are your recovery codes now; the old ones are over', recoveryCodes };
  };
