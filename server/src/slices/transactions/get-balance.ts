import { toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { userBalances } from '../../ledger/balances.ts';
import type { Handler } from '../../platform/serve.ts';

export const getBalance =
  ({ pool }: Context): Handler<'getBalance'> =>
  async ({ principal }) => {
    const { wallet, earnings } = await userBalances(pool, principal.userId);
    return { balance: toNaira(wallet), earningBalance: toNaira(earnings) };
  };
