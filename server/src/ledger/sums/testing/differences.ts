import type { Db } from '../../../platform/db.ts';
import { profitSql } from '../../profit.ts';

/** As every total was read before there were sums: all that there is, one by one. */
const facts = `
  select t.user_id, t.type, t.status, lagos_day(t.created_at) as day, coalesce(t.network, '') as network,
    (t.status = 'success' and t.cost_kobo is not null)::int as sales,
    case when t.status = 'success' and t.cost_kobo is not null and t.type = 'data' then t.volume_mb else 0 end as volume_mb,
    case when t.status = 'success' and t.cost_kobo is not null then t.price_kobo else 0 end as revenue_kobo,
    case when t.balance_after < t.balance_before then t.amount_kobo else 0 end as debit_kobo,
    case when t.balance_after > t.balance_before then t.amount_kobo else 0 end as credit_kobo,
    coalesce(${profitSql}, 0) as profit_kobo
  from transactions t`;

const measures = ['sales', 'volume_mb', 'revenue_kobo', 'debit_kobo', 'credit_kobo', 'profit_kobo'];

/**
 * Where totals are another thing than what all transactions say one by one, in one statement, which sees one state of the database: of
 * everybody and of users with and without sums, of every type and status and of all, by day and over days; quickly: not of each type and
 * not of some days.
 */
export async function differences(db: Db, { isQuick = false } = {}): Promise<string[]> {
  const summed = measures.map((measure) => `sum(f.${measure})::bigint as ${measure}`).join(', ');
  const both = (from: string) =>
    `row(sum(${from}.transactions)::bigint, ${measures.map((measure) => `sum(${from}.${measure})::bigint`).join(', ')})`;
  const rows = await db.rows<{ found: string }>(
    `with all_facts as materialized (${facts}),
     people as (select user_id from summed_users union (select distinct user_id from all_facts limit 3) union select null),
     asked as (
       select u.user_id, null as type, null as status, null::date as from_day, null::date as to_day from people u
       union all
       select null, null, s.status, null, null from (select distinct status from all_facts) s
       union all
       select u.user_id, null, null, d.from_day, d.to_day from people u
       cross join (
         select min(day) as from_day, max(day) - 1 as to_day from all_facts union all select max(day), max(day) from all_facts
         union all select min(day) + 1, null from all_facts) d where not $1
       union all
       select u.user_id, k.type, s.status, null, null from (select user_id from people order by user_id nulls first limit 2) u
       cross join (select distinct type from all_facts union all select null) k
       cross join (select distinct status from all_facts union all select null) s where not $1),
     told as (
       select row(a.*)::text as asked, r.day, r.network, r.transactions, r.sales, r.volume_mb, r.revenue_kobo, r.debit_kobo, r.credit_kobo,
         r.profit_kobo
       from asked a cross join (values (true), (false)) b(by_day)
       cross join lateral transaction_totals(a.user_id, a.type, a.status, a.from_day, a.to_day, b.by_day) r),
     there as (
       select row(a.*)::text as asked, case when b.by_day then f.day end as day, f.network, count(*) as transactions, ${summed}
       from asked a cross join (values (true), (false)) b(by_day)
       join all_facts f on (a.user_id is null or f.user_id = a.user_id) and (a.type is null or f.type = a.type)
         and (a.status is null or f.status = a.status) and (a.from_day is null or f.day >= a.from_day) and (a.to_day is null or f.day <= a.to_day)
       group by 1, 2, 3)
     select concat_ws(' ', asked, day, network, told::text, there::text) as found from (
       select coalesce(x.asked, y.asked) as asked, coalesce(x.day, y.day) as day, coalesce(x.network, y.network) as network,
         x.all as told, y.all as there
       from (select asked, day, network, ${both('told')} as all from told group by 1, 2, 3) x
       full join (select asked, day, network, ${both('there')} as all from there group by 1, 2, 3) y
         on x.asked = y.asked and x.day is not distinct from y.day and x.network = y.network
       where x.all is distinct from y.all and coalesce(x.all::text, '') <> '(0,0,0,0,0,0,0)') d`,
    [isQuick],
  );
  return rows.map(({ found }) => found);
}
