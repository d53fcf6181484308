import type { Context } from '../context.ts';
import type { Handler } from '../platform/serve.ts';

export const listBankCodes =
  ({ withdrawals }: Context): Handler<'listBankCodes'> =>
  async () => ({
    bankCodes: (await withdrawals.banks.read()).map(({ bankName, bankCode }) => ({ bankName, bankCode })),
  });
