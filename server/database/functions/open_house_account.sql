-- Opens a house account where there is none of this kind and name so far.
create or replace function open_house_account(p_kind text, p_name text) returns void language sql security definer
set search_path = public, pg_temp
as $$
  insert into accounts (kind, name) values (p_kind, p_name) on conflict do nothing
$$;
