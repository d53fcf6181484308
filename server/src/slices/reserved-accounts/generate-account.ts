import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { openAccount } from './open-account.ts';

export const generateAccount =
  (context: Context): Handler<'generateAccount'> =>
  ({ principal, body }) =>
    openAccount(context, principal, body.bankName);
