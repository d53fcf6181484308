import { listServices } from '../catalogue/services.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { countTransactions } from '../transactions/sums.ts';
import { countUsers, everyone, pageOfUsers } from './staff-users.ts';

const NEWEST = 200;

export const getAdminDetails =
  ({ reads }: Context): Handler<'getAdminDetails'> =>
  async ({ principal }) => {
    const [users, transactions, services, newest] = await Promise.all([
      countUsers(reads, everyone, principal.userId),
      countTransactions(reads),
      listServices(reads),
      pageOfUsers(reads, everyone, { skip: 0, most: NEWEST }),
    ]);
    return {
      allUsers: users.count,
      allTransactions: transactions,
      totalBalance: users.balanceNaira,
      services,
      users: newest,
    };
  };
