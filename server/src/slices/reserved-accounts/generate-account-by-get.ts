import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { openAccount } from './open-account.ts';

export const generateAccountByGet =
  (context: Context): Handler<'generateAccountByGet'> =>
  ({ principal, query }) =>
    openAccount(context, principal, query.bankName ?? context.reservedAccounts.bank);
