import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';

export const logout =
  ({ sessions }: Context): Handler<'logout'> =>
  async ({ principal }) => {
    await sessions.end(principal.tokenHash);
    return { msg: 'You are logged out' };
  };
