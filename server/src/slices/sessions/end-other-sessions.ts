import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';

export const endOtherSessions =
  ({ pool, sessions }: Context): Handler<'endOtherSessions'> =>
  async ({ principal }) => {
    await pool.commit((db) => sessions.endOthers(db, principal.userId, principal.tokenHash));
    return { msg: 'All other devices are logged out' };
  };
