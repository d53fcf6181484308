/**
 * The rule of the sums of transactions: what lists and figures add up by them is what the transactions say. Each day is added up anew from
 * its transactions, each month from its days, each user with sums from all that they have; and no transaction is left out.
 */
import { inSlice, type Rule } from '../rule.ts';

const mark = '(select up_to_id from transaction_sums_mark)';
const measures = ['sales', 'volume_mb', 'revenue_kobo', 'debit_kobo', 'credit_kobo', 'profit_kobo'] as const;
const added = `count(*) as transactions, ${measures.map((measure) => `sum(${measure}) as ${measure}`).join(', ')}`;
const row = (alias: string): string =>
  `(${['transactions', ...measures].map((measure) => `${alias}.${measure}`).join(', ')})`;

/**
 * What the sums should have: the transactions up to the mark as they are, but for those that are set apart, of which they have what stands
 * there or nothing. The conditions are over `t`, transactions, and over `x`, what is set apart.
 */
const counted = (ofTransactions: string, ofApart: string): string => `(
  select t.id, t.user_id, f.day, t.type, t.status, f.network_or_empty as network, ${measures.map((measure) => `f.${measure}`).join(', ')}
  from transactions t cross join lateral transaction_facts(t) f
  where ${ofTransactions} and t.id <= ${mark} and not exists (select from transactions_apart a where a.transaction_id = t.id)
  union all
  select x.transaction_id, x.user_id, x.day, x.type, x.status, x.network, ${measures.map((measure) => `x.${measure}`).join(', ')}
  from transactions_apart x
  where ${ofApart} and x.transaction_id <= ${mark} and x.is_summed
    and not exists (select from transactions_apart a where a.transaction_id = x.transaction_id and (not a.is_summed or a.n < x.n)))`;

const numberOf = (day: string): string => `(${day} - date '1970-01-01')`;
const named = `concat_ws(' ', 'of', case user_id when 0 then 'everybody' else 'user ' || user_id end, 'on', since, type, status, network)`;

const edgeOf = (edge: string): string =>
  `(select ${edge} from transaction_sums s where s.user_id = 0 and s.span = 'day' and ${inSlice('s.day_number')})`;
const between = (id: string): string =>
  `${id} >= ${edgeOf('min(s.first_id)')} and ${id} <= ${edgeOf('max(s.last_id)')}`;

/** Finds the sums by day of which the transactions say something else: those of everybody, and those of the users who have sums. */
const unlike = `
  select 'the sum ' || ${named} from (
    select user_id, since, type, status, network
    from (select * from transaction_sums s where s.span = 'day' and ${inSlice('s.day_number')}) s
    full join (
      select w.user_id, c.day as since, c.type, c.status, c.network, min(c.id) as lowest, max(c.id) as highest, ${added}
      from ${counted(between('t.id'), between('x.transaction_id'))} c
      cross join lateral (
        select 0::bigint as user_id union all select u.user_id from summed_users u where u.user_id = c.user_id) w
      where ${inSlice(numberOf('c.day'))} group by 1, 2, 3, 4, 5) c using (user_id, since, type, status, network)
    where ${row('s')} is distinct from ${row('c')} and (c.transactions is not null or ${row('s')} <> (0, 0, 0, 0, 0, 0, 0))
      or c.lowest < s.first_id or c.highest > s.last_id) d`;

export const sumRules: readonly Rule[] = [
  {
    rule: 'R27',
    statement:
      'The sums of transactions are what the transactions say, by day, by month and of each user who has sums',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'transaction ' || c.id || ' is in no sum'
          from ${counted(inSlice('t.id'), inSlice('x.transaction_id'))} c
          where not exists (
            select from transaction_sums s where s.user_id = 0 and s.span = 'day' and s.since = c.day and s.type = c.type
              and s.status = c.status and s.network = c.network and s.first_id <= c.id and s.last_id >= c.id)`,
      },
      {
        // Day by day also for one user, however many transactions there are of the same.
        over: 'transaction_sums',
        breaks: unlike,
      },
      {
        over: 'transaction_sums',
        breaks: `select 'the sum ' || ${named} || ' is that of nobody who has sums' from transaction_sums s
          where ${inSlice('s.day_number')} and s.user_id <> 0 and not exists (select from summed_users u where u.user_id = s.user_id)`,
      },
      {
        over: 'transaction_sums',
        breaks: `select 'the sum of the month ' || ${named} from transaction_sums s
          cross join lateral (
            select count(*) as days, coalesce(sum(d.transactions), 0) as transactions, ${measures
              .map((measure) => `coalesce(sum(d.${measure}), 0) as ${measure}`)
              .join(', ')}, min(d.first_id) as lowest, max(d.last_id) as highest
            from transaction_sums d
            where d.user_id = s.user_id and d.span = 'day' and d.since >= s.since and d.since < s.since + interval '1 month'
              and d.type = s.type and d.status = s.status and d.network = s.network) d
          where ${inSlice('s.day_number')} and s.span = 'month'
            and (${row('s')} <> ${row('d')} or d.lowest < s.first_id or d.highest > s.last_id)
          union all
          select 'the sum ' || ${named} || ' is in no month' from transaction_sums s
          where ${inSlice('s.day_number')} and s.span = 'day' and not exists (
            select from transaction_sums m where m.user_id = s.user_id and m.span = 'month' and m.since = date_trunc('month', s.since)::date
              and m.type = s.type and m.status = s.status and m.network = s.network)`,
      },
    ],
  },
];
