import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';

export const listBankCodes =
  ({ withdrawals, config }: Context): Handler<'listBankCodes'> =>
  async () => ({
    bankCodes: (await withdrawals.banks.read()).map(({ bankName, bankCode }) => ({ bankName, bankCode })),
    fee: config.withdrawals.feeNaira,
    minimumAmount: config.withdrawals.minimumNaira,
    maximumAmount: config.withdrawals.maximumNaira,
  });
