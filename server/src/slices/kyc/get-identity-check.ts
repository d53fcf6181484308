import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { findCheck } from './identity-checks.ts';

/** Nothing of what the register says. */
export const getIdentityCheck =
  (context: Context): Handler<'getIdentityCheck'> =>
  async ({ principal }) => {
    const check = await findCheck(context, principal.userId);
    return {
      check:
        check === undefined ? null : { kind: check.kind, by: check.by, until: check.expiresAt.toISOString() },
    };
  };
