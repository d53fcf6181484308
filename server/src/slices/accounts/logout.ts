import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';

export const logout =
  ({ sessions }: Context): Handler<'logout'> =>
  async ({ principal }) => {
    await sessions.end(principal.tokenHash);
    return { msg: 'You are logged out' };
  };
