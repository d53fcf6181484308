-- Moves the snapshots of the house accounts forward, to a posting before which no other can appear any more. The mark of the sums of users is
-- such a place (sum_up_users), a few seconds behind. Where it stays behind, postings older than five minutes are taken in: ids are given before
-- the commit, and no commit of ours can last that long (statements end after 5 s, idle transactions after 10 s).
create or replace function roll_up_house_balances() returns void language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set jit = off
as $$
declare
  v_from bigint;
  v_mark bigint;
  v_to bigint;
begin
  -- One process at a time; whoever comes second has nothing left to do.
  if not pg_try_advisory_xact_lock(7241994) then return; end if;
  v_mark := coalesce((select up_to_posting_id from user_sums_mark), 0);
  v_to := coalesce(
    (select id from postings where id > v_mark and posted_at < now() - interval '5 minutes' order by id desc limit 1),
    -- The mark may be a number that no posting got.
    (select id from postings where id <= v_mark order by id desc limit 1));
  if v_to is null then return; end if;
  v_from := (
    select min(coalesce(h.up_to_posting_id, 0)) from accounts a left join house_balances h on h.account_id = a.id where a.user_id is null);
  -- All accounts of the house by one way through what is new.
  with house as materialized (
    select a.id, coalesce(h.up_to_posting_id, 0) as up_to from accounts a left join house_balances h on h.account_id = a.id
    where a.user_id is null),
  moved as (
    select h.id, sum(e.amount) as amount from entries e join house h on h.id = e.account_id and h.up_to < e.posting_id
    where e.posting_id > v_from and e.posting_id <= v_to group by h.id)
  insert into house_balances as b (account_id, up_to_posting_id, balance)
  select h.id, v_to, coalesce(m.amount, 0) from house h left join moved m on m.id = h.id
  on conflict (account_id) do update set balance = b.balance + excluded.balance, up_to_posting_id = excluded.up_to_posting_id
  where excluded.up_to_posting_id > b.up_to_posting_id;
end $$;
