/**
 * The rule of the sums of users: by how numbers and names begin, and by who referred them, each sum is what its users say one by one, and the
 * coarser ones are what the finer ones say.
 */
import { inSlice, type Rule } from '../rule.ts';

/** What wallets moved by since the mark, and under what the sums have whoever changed. */
const READ = `
  with tail as materialized (
    select account_id, sum(amount) as kobo from entries
    where posting_id > (select up_to_posting_id from user_sums_mark) and version is not null group by 1),
  changed as materialized (
    select x.user_id as id, x.user_type, x.user_name, x.phone, x.referred_by from (
      select user_id, min(n) as n from users_apart group by 1 having bool_and(is_summed)) f join users_apart x using (n))`;

/** Users as the sums have them, with what their wallets held at the mark. The condition is over `u`. */
const summed = (condition: string): string => `(
  select u.id, u.user_type, u.user_name, u.phone, u.referred_by, a.balance - coalesce(t.kobo, 0) as kobo
  from (
    select id, user_type, user_name, phone, referred_by from users u
    where ${condition} and not exists (select from users_apart x where x.user_id = u.id)
    union all
    select * from changed u where ${condition}) u
  join accounts a on a.user_id = u.id and a.kind = 'wallet' left join tail t on t.account_id = a.id)`;

const named = (sum: string): string =>
  `'the sum of users ' || concat_ws(' ', ${['level', 'beginning', 'user_type'].map((column) => `${sum}.${column}`).join(', ')})`;

/** Of the finest level each: its users stand together in the index of the column. */
const unlike = (level: string, column: string, length: number): string => `${READ}
  select ${named('s')} from user_sums s cross join lateral (
    select count(*) as users, coalesce(sum(kobo), 0) as kobo
    from ${summed(`u.${column} ~>=~ s.beginning::text and u.${column} ~<=~ (s.beginning || '~') and left(u.${column}, ${length}) = s.beginning and u.user_type = s.user_type`)} u) f
  where ${inSlice('s.n')} and s.level = '${level}' and (s.users, s.wallets_kobo) <> (f.users, f.kobo)`;

/** They have no wallets. A referrer is one number, by the index of referrers. */
const unlikeReferred = `${READ}
  select ${named('s')} from user_sums s cross join lateral (
    select count(*) as users from ${summed(`u.referred_by = case s.level when 'referrer' then s.beginning::bigint end`)} u where u.user_type = s.user_type) f
  where ${inSlice('s.n')} and s.level = 'referrer' and (s.users, s.wallets_kobo) <> (f.users, 0)`;

const unlikeFiner = (level: string, length: number, finer: string): string => `
  select ${named('s')} from user_sums s cross join lateral (
    select coalesce(sum(f.users), 0) as users, coalesce(sum(f.wallets_kobo), 0) as kobo from user_sums f
    where f.level = '${finer}' and f.beginning between s.beginning and s.beginning || '~' and f.user_type = s.user_type
      and left(f.beginning, ${length}) = s.beginning) f
  where ${inSlice('s.n')} and s.level = '${level}' and (s.users, s.wallets_kobo) <> (f.users, f.kobo)`;

export const userSumRules: readonly Rule[] = [
  {
    rule: 'R28',
    statement: 'The sums of users and their wallets are what users and wallets say',
    parts: [
      {
        over: 'users',
        breaks: `${READ}
          select 'user ' || u.id || ' is in no sum' from ${summed(inSlice('u.id'))} u
          cross join lateral (values
            ('all', ''), ('phone 4', left(u.phone, 4)), ('phone 7', left(u.phone, 7)), ('name 2', left(u.user_name, 2)),
            ('name 4', left(u.user_name, 4)), ('referrer', u.referred_by::text)) as g(level, beginning)
          where g.beginning is not null and exists (select from user_sums_mark where has_referrers) and not exists (
            select from user_sums s
            where s.level = g.level and s.beginning = g.beginning and s.user_type = u.user_type and s.users > 0)`,
      },
      { over: 'user_sums', breaks: unlike('phone 7', 'phone', 7) },
      { over: 'user_sums', breaks: unlike('name 4', 'user_name', 4) },
      { over: 'user_sums', breaks: unlikeReferred },
      {
        over: 'user_sums',
        breaks: [
          unlikeFiner('phone 4', 4, 'phone 7'),
          unlikeFiner('name 2', 2, 'name 4'),
          unlikeFiner('all', 0, 'phone 4'),
        ].join('\nunion all\n'),
      },
    ],
  },
];
