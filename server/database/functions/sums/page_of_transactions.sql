-- The ids on a page of transactions, the newest first: of a user (null: of everybody), of a type, in a status, on days in Lagos from one
-- to another, both included, and below an id; null is any. What few transactions are is found without a walk through all others: the sums tell between
-- which ids they lie. Those bounds may be too wide, since each transaction is asked itself; they are never too narrow, so the page is the
-- same without them.
create or replace function page_of_transactions(
  p_user_id bigint, p_type text, p_status text, p_from date, p_to date, p_skip integer, p_size integer,
  p_before bigint)
returns setof bigint language plpgsql stable
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare
  v_whose constant bigint := coalesce(p_user_id, 0);
  v_most constant bigint := p_skip::bigint + p_size;
  v_before constant bigint := coalesce(p_before, 9223372036854775807);
  v_first_day constant date := coalesce(p_from, '-infinity');
  v_last_day date := coalesce(p_to, 'infinity');
  -- Of all there are no bounds to find.
  has_sums constant boolean := num_nonnulls(p_type, p_status, p_from, p_to) > 0
    and (p_user_id is null or exists (select from summed_users s where s.user_id = p_user_id));
  v_mark constant bigint := case when has_sums then (select up_to_id from transaction_sums_mark) else 0 end;
  v_ids int8multirange;
  v_found bigint := 0;
  v_lowest bigint;
  a_day record;
begin
  v_ids := int8multirange(int8range(v_mark, null, '()'));
  if has_sums then
    -- The sums still count those that left the status since: so many more are to be found.
    if p_status is not null then
      v_found := -(select count(*) from transactions_apart a where a.is_summed and a.status = p_status and a.transaction_id <= v_mark);
    end if;
    -- No day after those months has any below that id: whoever reads on and on does not pass by all newer days each time.
    if p_before is not null then
      v_last_day := least(v_last_day, coalesce((
        select (max(m.since) + interval '1 month')::date - 1 from transaction_sums m
        where m.user_id = v_whose and m.span = 'month' and m.first_id < p_before
          and (p_type is null or m.type = p_type) and (p_status is null or m.status = p_status)), '-infinity'));
    end if;
    -- The newest days that have enough: as many as the page and those before it lie above the lowest id of theirs. Of a sum that has some
    -- on either side of the id that bounds the page it is not known how many lie below: none is counted, and all are looked at.
    for a_day in
      select coalesce(sum(s.transactions) filter (where s.last_id < v_before), 0) as transactions, min(s.first_id) as first_id
      from transaction_sums s
      where s.user_id = v_whose and s.span = 'day' and s.since >= v_first_day and s.since <= v_last_day and s.first_id < v_before
        and (p_type is null or s.type = p_type) and (p_status is null or s.status = p_status) and s.transactions > 0
      group by s.since order by s.since desc
    loop
      v_found := v_found + a_day.transactions;
      v_lowest := least(v_lowest, a_day.first_id);
      exit when v_found >= v_most;
    end loop;
    -- Ids and times are not quite in the same order: an older day may have some above that id too. By months first, which are few, and then
    -- the days of each by itself: `offset 0` leaves the planner no walk through all days for each month.
    v_ids := v_ids + coalesce((
      select range_agg(int8range(d.first_id, d.last_id, '[]'))
      from (
        select distinct m.since from transaction_sums m
        where m.user_id = v_whose and m.span = 'month' and m.last_id >= v_lowest and m.first_id < v_before
          and (p_type is null or m.type = p_type) and (p_status is null or m.status = p_status)) months
      cross join lateral (
        select s.first_id, s.last_id from transaction_sums s
        where s.user_id = v_whose and s.span = 'day' and s.since >= months.since and s.since < (months.since + interval '1 month')::date
          and (p_type is null or s.type = p_type) and (p_status is null or s.status = p_status)
          and s.last_id >= v_lowest and s.first_id < v_before and s.since >= v_first_day and s.since <= v_last_day
          and s.transactions > 0 offset 0) d), '{}')
      + coalesce((
        select range_agg(int8range(a.transaction_id, a.transaction_id, '[]')) from transactions_apart a
        where a.transaction_id <= v_mark), '{}');
  end if;
  v_ids := v_ids * int8multirange(int8range(null, p_before));
  if v_ids = int8multirange(range_merge(v_ids)) then
    return query
    select t.id from transactions t
    where t.id >= lower(v_ids) and t.id < v_before and (p_user_id is null or t.user_id = p_user_id)
      and (p_type is null or t.type = p_type) and (p_status is null or t.status = p_status)
      and (p_from is null or lagos_day(t.created_at) >= p_from) and (p_to is null or lagos_day(t.created_at) <= p_to)
    order by t.id desc offset p_skip limit p_size;
  else
    return query
    select x.id from unnest(v_ids) r cross join lateral (
      select t.id from transactions t
      where t.id >= lower(r) and t.id < coalesce(upper(r), 9223372036854775807) and (p_user_id is null or t.user_id = p_user_id)
        and (p_type is null or t.type = p_type) and (p_status is null or t.status = p_status)
        and (p_from is null or lagos_day(t.created_at) >= p_from) and (p_to is null or lagos_day(t.created_at) <= p_to)
      order by t.id desc limit v_most) x
    order by x.id desc offset p_skip limit p_size;
  end if;
end $$;
