import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { countReferred, readEarnings } from '../../ledger/sums/referred.ts';
import type { Db } from '../../platform/db.ts';
import type { Handler } from '../../platform/serve.ts';
import { maskUserName } from './mask-user-name.ts';

interface Referred {
  userName: string;
  amountKobo: bigint;
}

export const getReferral =
  ({ pool }: Context): Handler<'getReferral'> =>
  async ({ principal, query }) => {
    const { userId } = principal;
    const page = query.page ?? 1;
    const [{ balanceKobo, withdrawnKobo }, totalReferred, referred] = await Promise.all([
      readEarnings(pool, userId),
      countReferred(pool, userId),
      readReferred(pool, userId, (page - 1) * limits.pageSize),
    ]);
    const naira = (amount: bigint): number => toNaira(kobo(amount));
    return {
      earningBalance: naira(balanceKobo),
      totalReferred,
      totalEarned: naira(balanceKobo + withdrawnKobo),
      withdrawn: naira(withdrawnKobo),
      referralList: referred.map(({ userName, amountKobo }) => ({
        userName: maskUserName(userName),
        amountEarned: naira(amountKobo),
      })),
      totalPages: Math.max(1, Math.ceil(totalReferred / limits.pageSize)),
    };
  };

/** The newest first, by one range of the index of referrers. */
export const readReferred = (db: Db, userId: bigint, skip: number): Promise<Referred[]> =>
  db.rows<Referred>(
    `select u.user_name as "userName", coalesce(w.amount_kobo, 0)::bigint as "amountKobo"
     from (select id from users where referred_by = $1 order by id desc limit $2 offset $3) p
     join users u on u.id = p.id
     left join referral_rewards w on w.referee_id = u.id and w.referrer_id = $1
     order by u.id desc`,
    [userId, limits.pageSize, skip],
  );
