-- What transactions add up to: those of a user (null: of everybody), of a type, in a status, on days in Lagos from one to another, both
-- included; null is any. By day where that is asked for, else with `day` null. The sums, what counts as it stands, and all above the mark:
-- one state of the database, whatever the sums do meanwhile, since a stable function sees that of the statement that calls it.
create or replace function transaction_totals(
  p_user_id bigint, p_type text, p_status text, p_from date, p_to date, p_by_day boolean)
returns table (
  day date, network text, transactions bigint, sales bigint, volume_mb bigint, revenue_kobo bigint, debit_kobo bigint, credit_kobo bigint,
  profit_kobo bigint)
language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_whose constant bigint := coalesce(p_user_id, 0);
  -- Without sums, those of a user are added up one by one from the first.
  has_sums constant boolean := p_user_id is null or exists (select from summed_users s where s.user_id = p_user_id);
  v_mark constant bigint := case when has_sums then (select up_to_id from transaction_sums_mark) else 0 end;
  -- Between these two, months are whole.
  v_first_month constant date := case
    when p_by_day then 'infinity'
    when p_from is null then '-infinity' else date_trunc('month', p_from + interval '1 month' - interval '1 day') end;
  v_past_months constant date := case
    when p_by_day then '-infinity' when p_to is null then 'infinity' else date_trunc('month', p_to + interval '1 day') end;
  has_months constant boolean := v_first_month < v_past_months;
begin
  return query
  with summed as (
    select s.since as day, s.network, s.transactions, s.sales, s.volume_mb, s.revenue_kobo, s.debit_kobo, s.credit_kobo, s.profit_kobo
    from transaction_sums s
    where has_sums and s.user_id = v_whose and s.span = 'month' and has_months and s.since >= v_first_month and s.since < v_past_months
      and (p_type is null or s.type = p_type) and (p_status is null or s.status = p_status)
    union all
    select s.since, s.network, s.transactions, s.sales, s.volume_mb, s.revenue_kobo, s.debit_kobo, s.credit_kobo, s.profit_kobo
    from transaction_sums s
    where has_sums and s.user_id = v_whose and s.span = 'day'
      and s.since >= coalesce(p_from, '-infinity') and s.since <= coalesce(p_to, 'infinity')
      and (not has_months or s.since < v_first_month or s.since >= v_past_months)
      and (p_type is null or s.type = p_type) and (p_status is null or s.status = p_status)),
  apart as materialized (
    select a.transaction_id as id, bool_and(a.is_summed) as is_summed, min(a.n) as first
    from transactions_apart a where a.transaction_id <= v_mark group by 1),
  one_by_one as (
    select -1 as sign, x.user_id, x.day, x.type, x.status, x.network, x.sales, x.volume_mb, x.revenue_kobo, x.debit_kobo, x.credit_kobo,
      x.profit_kobo
    from apart a join transactions_apart x on x.n = a.first where a.is_summed
    union all
    select 1, t.user_id, f.day, t.type, t.status, f.network_or_empty, f.sales, f.volume_mb, f.revenue_kobo, f.debit_kobo, f.credit_kobo,
      f.profit_kobo
    from apart a join transactions t on t.id = a.id cross join lateral transaction_facts(t) f
    union all
    select 1, t.user_id, f.day, t.type, t.status, f.network_or_empty, f.sales, f.volume_mb, f.revenue_kobo, f.debit_kobo, f.credit_kobo,
      f.profit_kobo
    from transactions t cross join lateral transaction_facts(t) f
    where p_user_id is null and t.id > v_mark
    union all
    select 1, t.user_id, f.day, t.type, t.status, f.network_or_empty, f.sales, f.volume_mb, f.revenue_kobo, f.debit_kobo, f.credit_kobo,
      f.profit_kobo
    from transactions t cross join lateral transaction_facts(t) f
    where t.user_id = p_user_id and t.id > v_mark),
  found as (
    select s.day, s.network, s.transactions, s.sales, s.volume_mb, s.revenue_kobo, s.debit_kobo, s.credit_kobo, s.profit_kobo from summed s
    union all
    select o.day, o.network, o.sign, o.sign * o.sales, o.sign * o.volume_mb, o.sign * o.revenue_kobo, o.sign * o.debit_kobo,
      o.sign * o.credit_kobo, o.sign * o.profit_kobo
    from one_by_one o
    where (p_user_id is null or o.user_id = p_user_id) and (p_type is null or o.type = p_type) and (p_status is null or o.status = p_status)
      and o.day >= coalesce(p_from, '-infinity') and o.day <= coalesce(p_to, 'infinity'))
  select case when p_by_day then f.day end, f.network, sum(f.transactions)::bigint, sum(f.sales)::bigint, sum(f.volume_mb)::bigint,
    sum(f.revenue_kobo)::bigint, sum(f.debit_kobo)::bigint, sum(f.credit_kobo)::bigint, sum(f.profit_kobo)::bigint
  from found f group by 1, 2;
end $$;
