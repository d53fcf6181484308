-- Moves the snapshots of the house accounts forward. Only postings older than five minutes are taken in: ids are given before the
-- commit, and no commit of ours can last that long (statements end after 5 s, idle transactions after 10 s).
create or replace function roll_up_house_balances() returns void language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  -- One process at a time; whoever comes second has nothing left to do.
  if not pg_try_advisory_xact_lock(7241994) then return; end if;
  with bound as (
    select coalesce((
      select id from postings where posted_at < now() - interval '5 minutes' order by id desc limit 1), 0) as id),
  moved as (
    select a.id as account_id, coalesce(sum(e.amount), 0)::bigint as amount
    from accounts a left join house_balances h on h.account_id = a.id
    join entries e on e.account_id = a.id and e.posting_id > coalesce(h.up_to_posting_id, 0) and e.posting_id <= (select id from bound)
    where a.user_id is null group by a.id)
  insert into house_balances (account_id, up_to_posting_id, balance)
  select a.id, bound.id, coalesce(moved.amount, 0) from accounts a cross join bound left join moved on moved.account_id = a.id
  where a.user_id is null and bound.id > 0
  on conflict (account_id) do update set
    balance = house_balances.balance + excluded.balance, up_to_posting_id = excluded.up_to_posting_id
  where excluded.up_to_posting_id > house_balances.up_to_posting_id;
end $$;
