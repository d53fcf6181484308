-- What its owner has let leave a wallet since a moment: the transactions that lowered it, but for those whose money came back, and for what staff debited. Reads those since then and
-- one more, by the index of the user's transactions: ids are given in the commit that writes the row, so that a minute covers what is out of
-- order. Call it while the wallet is locked, in a statement of its own after the lock.
create or replace function spent_since(p_user_id bigint, p_since timestamptz) returns bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  moved record;
  spent bigint := 0;
begin
  for moved in
    select t.id, t.type, t.status, t.created_at, t.balance_before - t.balance_after as taken from transactions t
    where t.user_id = p_user_id order by t.id desc
  loop
    exit when moved.created_at < p_since - interval '1 minute';
    if moved.taken > 0 and moved.status in ('pending', 'success') and moved.created_at >= p_since
        and not (moved.type = 'wallet' and exists (select from debits d where d.id = moved.id)) then
      spent := spent + moved.taken;
    end if;
  end loop;
  return spent;
end $$;
