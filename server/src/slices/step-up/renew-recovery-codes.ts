import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { isTwoStep, secondFactorsOf } from './second-factors.ts';
import { replaceRecoveryCodes } from './totp.ts';
import { withStepUp } from './with-step-up.ts';

export const renewRecoveryCodes =
  (context: Context): Handler<'renewRecoveryCodes'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    if (!isTwoStep(await secondFactorsOf(context.pool, userId))) refuse('totp_off');
    const { stepUp } = request;
    const recoveryCodes = await withStepUp(context, principal, { ...body, stepUp }, async (db, factor) => {
      await recordSecurityEvent(db, principal, request, { what: 'recovery_codes_renewed', factor });
      return replaceRecoveryCodes(context, db, userId);
    });
    return { msg: 'These are your recovery codes now; the old ones are over', recoveryCodes };
  };
