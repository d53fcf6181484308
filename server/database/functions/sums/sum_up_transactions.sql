-- Moves the sums of transactions forward, over at most so many ids, and gives true when the next round can go on at once. One process at a
-- time, by the advisory lock 7241999, which forget_transaction_sums takes too.
-- A user gets sums as soon as the wallet, or what was earned by referring, has `p_many` entries: below that, adding up one by one is quick.
-- Whoever has them and moves nothing any more is found by their accounts, once: a round goes through so many ids of these too, and takes up
-- no more users than have about `p_most` entries together.
--
-- Nothing of this is on the way of a purchase, and nobody waits for it. What it adds up is one statement, which sees one state of the
-- database. A transaction up to the new mark is in that state with its end, then the sums have it; or pending, then it is set apart. What
-- changes after that state finds either: one that was pending counts as it stands, and one that had ended is set apart by whoever
-- changes it, with what it was (set_transaction_apart). What was set apart is taken up as the state shows it.
--
-- Above the mark an id may be missing that is given and not yet committed. So it goes only to where the sequence stood at some earlier
-- time, and not before all have ended that held a number of it then: whoever takes one holds a lock on the sequence until its end. That
-- asks for read committed, for a sequence that hands out one number at a time, and for ids that are used in the transaction they were taken in.
create or replace function sum_up_transactions(p_most integer, p_many integer) returns boolean language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  v_from bigint;
  v_next bigint;
  v_holders text[];
  v_to bigint;
  v_new_users bigint[];
  v_accounts bigint;
  v_last_account bigint;
  is_more boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sums of transactions are moved in a transaction that is read committed';
  end if;
  if not pg_try_advisory_xact_lock(7241999) then return false; end if;
  select up_to_id, next_id, next_holders, accounts_up_to into strict v_from, v_next, v_holders, v_accounts from transaction_sums_mark;
  if exists (select from pg_locks where locktype = 'virtualxid' and virtualxid = any (v_holders)) then return false; end if;
  v_to := least(v_next, v_from + p_most);
  v_new_users := array(
    select distinct t.user_id from transactions t
    where t.id > v_from and t.id <= v_to
      and exists (select from accounts a where a.user_id = t.user_id and a.version >= p_many)
      and not exists (select from summed_users s where s.user_id = t.user_id));
  v_last_account := (select coalesce(max(id), 0) from accounts);
  with many as (
    select a.id, a.user_id, sum(a.version) over (order by a.id) - a.version as before from accounts a
    where a.id > v_accounts and a.id <= v_accounts + p_most and a.user_id is not null and a.version >= p_many
      and not exists (select from summed_users s where s.user_id = a.user_id)),
  taken as (select id, user_id from many where before < p_most)
  select array(select unnest(v_new_users) union select user_id from taken),
    case when exists (select from many where before >= p_most) then (select max(id) from taken)
      else least(v_accounts + p_most, v_last_account) end
  into v_new_users, v_accounts;

  with apart as materialized (
    select transaction_id as id, bool_and(is_summed) as is_summed, array_agg(n) as ns
    from transactions_apart where transaction_id <= v_to group by 1),
  present as materialized (
    select t.id, t.user_id, t.type, t.status, f.* from transactions t cross join lateral transaction_facts(t) f
    where t.id > v_from and t.id <= v_to
    union all
    select t.id, t.user_id, t.type, t.status, f.* from apart a join transactions t on t.id = a.id cross join lateral transaction_facts(t) f
    where a.id <= v_from),
  moved as materialized (
    select id, user_id, day, type, status, network_or_empty as network, 1 as transactions, sales, volume_mb, revenue_kobo, debit_kobo,
      credit_kobo, profit_kobo
    from present where status <> 'pending'
    union all
    select id, user_id, day, type, status, network, -1, -sales, -volume_mb, -revenue_kobo, -debit_kobo, -credit_kobo, -profit_kobo
    from (
      -- The first says what the sums have, whatever came after it.
      select distinct on (x.transaction_id) x.transaction_id as id, x.* from apart a join transactions_apart x on x.transaction_id = a.id
      where a.is_summed and a.id <= v_from order by x.transaction_id, x.n) was),
  counted as (
    select 0 as user_id, id, day, type, status, network, transactions, sales, volume_mb, revenue_kobo, debit_kobo, credit_kobo, profit_kobo
    from moved
    union all
    select user_id, id, day, type, status, network, transactions, sales, volume_mb, revenue_kobo, debit_kobo, credit_kobo, profit_kobo
    from moved where user_id in (select s.user_id from summed_users s)
    union all
    select t.user_id, t.id, f.day, t.type, t.status, f.network_or_empty, 1, f.sales, f.volume_mb, f.revenue_kobo, f.debit_kobo,
      f.credit_kobo, f.profit_kobo
    from unnest(v_new_users) as u(id) join transactions t on t.user_id = u.id and t.id <= v_to and t.status <> 'pending'
    cross join lateral transaction_facts(t) f),
  by_day as materialized (
    select user_id, day, type, status, network, sum(transactions)::bigint as transactions, sum(sales)::bigint as sales,
      sum(volume_mb)::bigint as volume_mb, sum(revenue_kobo)::bigint as revenue_kobo, sum(debit_kobo)::bigint as debit_kobo,
      sum(credit_kobo)::bigint as credit_kobo, sum(profit_kobo)::bigint as profit_kobo, min(id) as first_id, max(id) as last_id
    from counted group by 1, 2, 3, 4, 5),
  summed as (
    insert into transaction_sums as s (user_id, span, since, type, status, network, transactions, sales, volume_mb, revenue_kobo, debit_kobo,
      credit_kobo, profit_kobo, first_id, last_id)
    select user_id, 'day', day, type, status, network, transactions, sales, volume_mb, revenue_kobo, debit_kobo, credit_kobo, profit_kobo,
      first_id, last_id
    from by_day
    union all
    select user_id, 'month', date_trunc('month', day)::date, type, status, network, sum(transactions), sum(sales), sum(volume_mb),
      sum(revenue_kobo), sum(debit_kobo), sum(credit_kobo), sum(profit_kobo), min(first_id), max(last_id)
    from by_day group by 1, 2, 3, 4, 5, 6
    on conflict (user_id, span, since, type, status, network) do update set
      transactions = s.transactions + excluded.transactions, sales = s.sales + excluded.sales, volume_mb = s.volume_mb + excluded.volume_mb,
      revenue_kobo = s.revenue_kobo + excluded.revenue_kobo, debit_kobo = s.debit_kobo + excluded.debit_kobo,
      credit_kobo = s.credit_kobo + excluded.credit_kobo, profit_kobo = s.profit_kobo + excluded.profit_kobo,
      first_id = least(s.first_id, excluded.first_id), last_id = greatest(s.last_id, excluded.last_id)),
  -- What is still pending stays apart, or comes to it. Whatever the sums had and that is pending would be noted anew.
  waiting as materialized (
    select p.id, coalesce(not a.is_summed, false) as stays_apart from present p left join apart a on a.id = p.id where p.status = 'pending'),
  taken_up as (
    delete from transactions_apart x using apart a
    where x.n = any (a.ns) and not exists (select from waiting w where w.id = a.id and w.stays_apart)),
  left_apart as (
    insert into transactions_apart (transaction_id, is_summed) select id, false from waiting where not stays_apart)
  insert into summed_users (user_id) select unnest(v_new_users);

  is_more := v_to < v_next or v_accounts < v_last_account;
  if v_to = v_next then
    -- First the number, then who holds one.
    v_next := (select case when is_called then last_value else 0 end from transactions_id_seq);
    v_holders := holders_of_sequence('transactions_id_seq');
  end if;
  update transaction_sums_mark set up_to_id = v_to, next_id = greatest(v_next, v_to), next_holders = v_holders,
    accounts_up_to = v_accounts;
  return is_more;
end $$;
