-- Lets the key of a payment of which nobody got a link stand for the one that was made in its place. Gives whether it did: of several
-- who ask, for the first.
create or replace function move_key(p_user_id bigint, p_key text, p_from bigint, p_to bigint)
returns boolean language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if (select count(*) from payments where transaction_id in (p_from, p_to) and user_id = p_user_id) <> 2 then
    raise exception '% and % are not payments of user %', p_from, p_to, p_user_id using errcode = 'insufficient_privilege';
  end if;
  update idempotency_keys set transaction_id = p_to where user_id = p_user_id and key = p_key and transaction_id = p_from;
  return found;
end $$;
