import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { mustHaveFactor } from '../step-up/staff-second-factors.ts';
import { endIdleRecoveryCodes, secondFactorsOf } from '../step-up/second-factors.ts';
import { withStepUp } from '../step-up/with-step-up.ts';

export const removePasskey =
  (context: Context): Handler<'removePasskey'> =>
  async ({ principal, params, body, request }) => {
    const { pool, sessions } = context;
    const { userId } = principal;
    const found = await pool.find('select from passkeys where user_id = $1 and id::text = $2', [
      userId,
      params.id,
    ]);
    if (found === undefined) refuse('not_found');
    const answer = { ...body, stepUp: request.stepUp };
    await withStepUp(context, principal, answer, async (db: Db) => {
      if (
        (await db.run('delete from passkeys where user_id = $1 and id::text = $2', [userId, params.id])) === 0
      )
        refuse('not_found');
      if (mustHaveFactor(context, { ...principal, ...(await secondFactorsOf(db, userId)) }))
        refuse('last_second_factor');
      await endIdleRecoveryCodes(db, userId);
      await sessions.forget(db, userId);
      await queueMail(db, userId, 'passkey_removed');
      await recordSecurityEvent(db, principal, request, { what: 'passkey_removed' });
    });
    return { msg: 'The passkey is removed. Delete it on your device too' };
  };
