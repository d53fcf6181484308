import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { readId } from '../api-tokens/api-tokens.ts';

export const endSession =
  ({ pool, sessions }: Context): Handler<'endSession'> =>
  async ({ principal, params }) => {
    const id = readId(params.id) ?? refuse('not_found');
    const ended = await pool.commit((db) => sessions.endOne(db, principal.userId, id));
    if (!ended) refuse('not_found');
    return { msg: 'This device is logged out' };
  };
