/**
 * How many users somebody has referred, and how much of what they earned by it they have moved to their wallet: in a moment however many that
 * are, by the sums of users and those of transactions, and exact at every moment.
 */
import type { Db } from '../../platform/db.ts';
import { MANY } from './sum-up.ts';

/** $1 is the referrer. Who is apart counts as they are now, in place of what the sums have of them. */
export const BY_SUMS = `
  with apart as materialized (
    select user_id, bool_and(is_summed) as is_summed, min(n) as first_n from users_apart group by 1),
  parts as (
    select users from user_sums where level = 'referrer' and beginning = $1::bigint::text
    union all
    select 1 from apart p cross join lateral (select referred_by from users where id = p.user_id offset 0) u where u.referred_by = $1
    union all
    select -1 from apart p join users_apart x on x.n = p.first_n where p.is_summed and x.referred_by = $1)
  select coalesce(sum(users), 0)::bigint as count from parts`;

const COUNTED = `select count(*) from (select from users where referred_by = $1 limit $2) r`;

/** As long as very many users are apart, as at the beginning, it is quicker to count. */
const IS_READY = `select has_referrers and not exists (select from users_apart offset 10000) as "isReady" from user_sums_mark`;

export async function countReferred(db: Db, userId: bigint): Promise<number> {
  const few = await db.get<{ count: bigint }>(COUNTED, [userId, MANY]);
  if (few.count < MANY) return Number(few.count);
  const mark = await db.find<{ isReady: boolean }>(IS_READY);
  const all = await (mark?.isReady === true
    ? db.get<{ count: bigint }>(BY_SUMS, [userId])
    : db.get<{ count: bigint }>(COUNTED, [userId, null]));
  return Number(all.count);
}

/**
 * What is there, and what was moved to the wallet: by its entries, or where they are many and their owner has sums, by the transactions that
 * show it. Without sums those would be read one by one, each with its row.
 */
const EARNINGS = `
  select a.balance as "balanceKobo", case
    when a.version < $2 or not exists (select from summed_users s where s.user_id = $1) then (
      select coalesce(-sum(e.amount), 0) from entries e where e.account_id = a.id and e.version is not null and e.amount < 0)
    else (select coalesce(sum(t.credit_kobo), 0) from transaction_totals($1, 'earning', null, null, null, false) t)
    end::bigint as "withdrawnKobo"
  from accounts a where a.user_id = $1 and a.kind = 'earnings'`;

interface Earnings {
  balanceKobo: bigint;
  withdrawnKobo: bigint;
}

/** In one statement, which sees one state of the database. */
export const readEarnings = (db: Db, userId: bigint, many = MANY): Promise<Earnings> =>
  db.get<Earnings>(EARNINGS, [userId, many]);
