/**
 * How many users a filter finds and what their wallets hold, in a moment however many there are: by sums that a job keeps beside the wallets,
 * and one by one what they do not have yet. Exact at every moment (`server/database/functions/sums/sum_up_users.sql`).
 */
import { runRound } from '../../platform/batches/run-round.ts';
import type { Db, Pool } from '../../platform/db.ts';

/** Users of one step of the job. From a start with a million users it takes twenty. */
const AT_ONCE = 50_000;

/** Moves the sums on, in one process at a time. Gives true when more is waiting. */
export const sumUpUsers = (pool: Pool, { atOnce = AT_ONCE } = {}): Promise<boolean> =>
  runRound(pool, 'select sum_up_users($1) as "isMore"', [atOnce]);

/** What is asked about users; each is optional, and all given ones hold. */
export interface UsersAsked {
  userType?: string;
  /** How their names begin. */
  userName?: string;
  /** How their phone numbers begin. */
  phone?: string;
}

export interface UsersTotal {
  count: bigint;
  /** In the wallets of all that were found, but for the one of `butFor`. */
  walletsKobo: bigint;
}

/** Where the sums of some users stand. */
interface Place {
  level: 'all' | 'phone 4' | 'phone 7' | 'name 2' | 'name 4';
  beginning: string;
}

/** Undefined where no sum is put together like that: then there are few enough to be added up by their index. */
export function placeOf({ userName, phone }: UsersAsked): Place | undefined {
  if (userName !== undefined && phone !== undefined) return undefined;
  if (phone !== undefined) {
    if (phone.length > 7) return undefined;
    return { level: phone.length > 4 ? 'phone 7' : 'phone 4', beginning: phone };
  }
  if (userName === undefined) return { level: 'all', beginning: '' };
  if (userName.length > 4) return undefined;
  return { level: userName.length > 2 ? 'name 4' : 'name 2', beginning: userName };
}

/** `where` is a condition over the columns of `u`: a user, as they are or as the sums have them. */
export interface UsersFound {
  where: string;
  params: readonly unknown[];
}

export const ONE_BY_ONE = ({ where, params }: UsersFound): string => `
  select count(*), coalesce(sum(a.balance) filter (where u.id <> $${params.length + 1}), 0)::bigint as "walletsKobo"
  from users u join accounts a on a.user_id = u.id and a.kind = 'wallet' where ${where}`;

/**
 * After the parameters of the condition: the one whose wallet does not count, up to where the sums went a moment ago (which lets the planner
 * see how few entries there are since), the level, the beginning, and the type or null.
 */
export const BY_SUMS = ({ where, params }: UsersFound): string => {
  const [butFor, since, level, beginning, userType] = [1, 2, 3, 4, 5].map((n) => `$${params.length + n}`);
  return `
  with apart as materialized (
    select user_id, bool_and(is_summed) as is_summed, min(n) as first_n from users_apart group by 1),
  entered as materialized (
    select account_id, sum(amount) as kobo from entries
    where posting_id > ${since}::bigint and posting_id > (select up_to_posting_id from user_sums_mark) and version is not null group by 1),
  tail as materialized (
    select a.user_id, e.kobo from entered e
    cross join lateral (select user_id from accounts where id = e.account_id and kind = 'wallet' offset 0) a),
  parts as (
    select users, wallets_kobo as kobo from user_sums
    where level = ${level}::text and beginning between ${beginning}::text and ${beginning}::text || '~'
      and (${userType}::text is null or user_type = ${userType}::text)
    union all
    select 0, t.kobo from tail t cross join lateral (select * from users where id = t.user_id offset 0) u
    where not exists (select from apart p where p.user_id = t.user_id) and ${where}
    union all
    select 1, a.balance from apart p
    cross join lateral (select * from users where id = p.user_id offset 0) u
    cross join lateral (select balance from accounts where user_id = p.user_id and kind = 'wallet' offset 0) a
    where ${where}
    union all
    select -1, coalesce(t.kobo, 0) - a.balance from apart p join users_apart u on u.n = p.first_n
    cross join lateral (select balance from accounts where user_id = p.user_id and kind = 'wallet' offset 0) a
    left join tail t on t.user_id = p.user_id
    where p.is_summed and ${where}
    union all
    select 0, -a.balance from users u join accounts a on a.user_id = u.id and a.kind = 'wallet' where u.id = ${butFor} and ${where})
  select coalesce(sum(users), 0)::bigint as count, coalesce(sum(kobo), 0)::bigint as "walletsKobo" from parts`;
};

/** With very many users apart, as at the beginning, it is quicker to read all of them. */
const MARK = `select up_to_posting_id as since, not exists (select from users_apart offset 10000) as "isReady" from user_sums_mark`;

export async function readUsersTotal(
  db: Db,
  { asked, found, butFor }: { asked: UsersAsked; found: UsersFound; butFor: bigint },
): Promise<UsersTotal> {
  const params = [...found.params, butFor];
  const place = placeOf(asked);
  const [mark] = place === undefined ? [] : await db.rows<{ since: bigint; isReady: boolean }>(MARK);
  return place === undefined || mark?.isReady !== true
    ? db.get<UsersTotal>(ONE_BY_ONE(found), params)
    : db.get<UsersTotal>(BY_SUMS(found), [
        ...params,
        mark.since,
        place.level,
        place.beginning,
        asked.userType ?? null,
      ]);
}
