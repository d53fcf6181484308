import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { readRowId } from '../../platform/row-id.ts';

/** Without the password: whoever holds a session may always take rights away. */
export const deleteApiToken =
  ({ pool, sessions }: Context): Handler<'deleteApiToken'> =>
  async ({ principal, params, request }) => {
    const id = readRowId(params.id) ?? refuse('not_found');
    await pool.commit(async (db) => {
      const deleted = await db.run('delete from api_tokens where id = $1 and user_id = $2', [
        id,
        principal.userId,
      ]);
      if (deleted === 0) refuse('not_found');
      await recordSecurityEvent(db, principal, request, { what: 'api_token_removed' });
      await sessions.forget(db, principal.userId);
    });
    return { msg: 'This API token has ended' };
  };
