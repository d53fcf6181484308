-- Opens the two accounts of a new user, both empty. Gives the wallet's id.
create or replace function open_user_accounts(p_user_id bigint) returns bigint language sql security definer
set search_path = public, pg_temp
as $$
  with opened as (
    insert into accounts (kind, user_id, balance, version) values ('wallet', p_user_id, 0, 0), ('earnings', p_user_id, 0, 0)
    returning id, kind)
  select id from opened where kind = 'wallet'
$$;
