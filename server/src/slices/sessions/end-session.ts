import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { readId } from '../api-tokens/api-tokens.ts';

export const endSession =
  ({ pool, sessions }: Context): Handler<'endSession'> =>
  async ({ principal, params, request }) => {
    const id = readId(params.id) ?? refuse('not_found');
    await pool.commit(async (db) => {
      if (!(await sessions.endOne(db, principal.userId, id))) refuse('not_found');
      await recordSecurityEvent(db, principal, request, { what: 'session_ended' });
    });
    return { msg: 'This device is logged out' };
  };
