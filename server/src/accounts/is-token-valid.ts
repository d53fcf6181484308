import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';

/** Always 200: a stale token shows the login screen, nothing more (decisions, section 7). */
export const isTokenValid =
  (_context: Context): Handler<'isTokenValid'> =>
  async ({ principal }) => ({ valid: principal !== undefined });
