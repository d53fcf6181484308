-- Opens a house account where there is none of this kind and name so far. Its snapshot is that of the others: no posting up to there moved it, and
-- none is looked for.
create or replace function open_house_account(p_kind text, p_name text) returns void language sql security definer
set search_path = public, pg_temp
as $$
  with opened as (insert into accounts (kind, name) values (p_kind, p_name) on conflict do nothing returning id)
  insert into house_balances (account_id, up_to_posting_id, balance)
  select o.id, b.up_to, 0 from opened o cross join (select max(up_to_posting_id) as up_to from house_balances) b
  where b.up_to is not null
$$;
