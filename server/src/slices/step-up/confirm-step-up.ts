import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { noteStepUp } from '../../platform/sessions/step-ups.ts';
import { withStepUp } from './with-step-up.ts';

export const confirmStepUp =
  (context: Context): Handler<'confirmStepUp'> =>
  async ({ principal, body: { password, code } }) => {
    const stepUp = { password, ...(code !== undefined && { code }) };
    await withStepUp(context, principal.userId, stepUp, (db) => noteStepUp(db, principal.tokenHash));
    return { msg: 'It is you' };
  };
