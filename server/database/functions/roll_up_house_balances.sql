-- Moves the snapshots of the house accounts forward, over at most so many postings, to one before which no other can appear any more, and gives
-- true when the next round can go on at once. Snapshots that are far behind the others catch up over as many beside them, so that one account
-- without a snapshot holds up no other.
--
-- The mark of the sums of users is such a place (sum_up_users), half a minute behind at most. Where it stays behind because nobody moves it,
-- postings older than five minutes are taken in: ids are given before the commit, and no commit of ours can last that long (statements end
-- after 5 s, idle transactions after 10 s). It may also stay behind because somebody without such limits still holds a number, and then it
-- is never overtaken: what they commit would be in no snapshot for ever. So nothing is taken in past the mark while anybody holds a number.
create or replace function roll_up_house_balances(p_most integer) returns boolean language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set jit = off
as $$
declare
  v_mark bigint;
  v_holders text[];
  v_to bigint;
  v_lowest bigint;
  v_highest bigint;
  v_from bigint;
  v_until bigint;
begin
  -- One process at a time; whoever comes second has nothing left to do.
  if not pg_try_advisory_xact_lock(7241994) then return false; end if;
  select up_to_posting_id, next_holders into v_mark, v_holders from user_sums_mark;
  v_mark := coalesce(v_mark, 0);
  if not exists (
      select from pg_locks where locktype = 'virtualxid' and virtualxid = any (v_holders || holders_of_sequence('postings_id_seq'))) then
    v_to := (select id from postings where id > v_mark and posted_at < now() - interval '5 minutes' order by id desc limit 1);
  end if;
  -- The mark may be a number that no posting got.
  v_to := coalesce(v_to, (select id from postings where id <= v_mark order by id desc limit 1));
  if v_to is null then return false; end if;
  select min(coalesce(h.up_to_posting_id, 0)), max(coalesce(h.up_to_posting_id, 0)) into v_lowest, v_highest
  from accounts a left join house_balances h on h.account_id = a.id where a.user_id is null;
  for v_from in select v_highest union select v_lowest loop
    v_until := least(v_from + p_most, v_to);
    -- All accounts of the house that are there by one way through what is new.
    with house as materialized (
      select a.id, coalesce(h.up_to_posting_id, 0) as up_to from accounts a left join house_balances h on h.account_id = a.id
      where a.user_id is null and coalesce(h.up_to_posting_id, 0) >= v_from and coalesce(h.up_to_posting_id, 0) < v_until),
    moved as (
      select h.id, sum(e.amount) as amount from entries e join house h on h.id = e.account_id and h.up_to < e.posting_id
      where e.posting_id > v_from and e.posting_id <= v_until group by h.id)
    insert into house_balances as b (account_id, up_to_posting_id, balance)
    select h.id, v_until, coalesce(m.amount, 0) from house h left join moved m on m.id = h.id
    on conflict (account_id) do update set balance = b.balance + excluded.balance, up_to_posting_id = excluded.up_to_posting_id;
  end loop;
  return coalesce(v_lowest + p_most < v_to, false);
end $$;
