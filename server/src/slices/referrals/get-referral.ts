import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { maskUserName } from './mask-user-name.ts';

interface Totals {
  earningBalance: bigint;
  totalEarned: bigint;
  withdrawn: bigint;
  totalReferred: number;
}

interface Referred {
  userName: string;
  amountKobo: bigint;
}

export const getReferral =
  ({ pool }: Context): Handler<'getReferral'> =>
  async ({ principal, query }) => {
    const { userId } = principal;
    const page = query.page ?? 1;
    const [totals, referred] = await Promise.all([
      pool.get<Totals>(
        `select a.balance as "earningBalance", (select count(*) from users where referred_by = $1)::int as "totalReferred",
           coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "totalEarned",
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as withdrawn
         from accounts a left join entries e on e.account_id = a.id and e.version is not null
         where a.user_id = $1 and a.kind = 'earnings' group by a.id`,
        [userId],
      ),
      pool.rows<Referred>(
        `select u.user_name as "userName", coalesce(w.amount_kobo, 0)::bigint as "amountKobo"
         from users u left join referral_rewards w on w.referee_id = u.id and w.referrer_id = $1
         where u.referred_by = $1 order by u.id desc limit $2 offset $3`,
        [userId, limits.pageSize, (page - 1) * limits.pageSize],
      ),
    ]);
    const naira = (amount: bigint): number => toNaira(kobo(amount));
    return {
      earningBalance: naira(totals.earningBalance),
      totalReferred: totals.totalReferred,
      totalEarned: naira(totals.totalEarned),
      withdrawn: naira(totals.withdrawn),
      referralList: referred.map(({ userName, amountKobo }) => ({
        userName: maskUserName(userName),
        amountEarned: naira(amountKobo),
      })),
      totalPages: Math.max(1, Math.ceil(totals.totalReferred / limits.pageSize)),
    };
  };
