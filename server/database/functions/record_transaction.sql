-- Writes the transaction that a user sees of a movement, in the commit of its posting and after it; or one of a payment that has moved
-- nothing so far, then without balances. Purchases and refunds have functions of their own.
create or replace function record_transaction(
  p_id bigint, p_user_id bigint, p_reference text, p_type text, p_status text, p_description text, p_recipient text, p_amount bigint,
  p_fee bigint, p_paid bigint, p_balance_before bigint, p_balance_after bigint, p_related_id bigint, p_client_reference text,
  p_metadata json)
returns void language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if p_type not in ('wallet', 'transfer', 'withdraw', 'referrer', 'earning') then
    raise exception 'a transaction of type % is not recorded alone', p_type using errcode = 'insufficient_privilege';
  end if;
  if (p_balance_before is null) <> (p_balance_after is null)
    or p_balance_after is null and p_type not in ('wallet', 'referrer')
    or p_status <> (case when p_type = 'withdraw' or p_type = 'wallet' and p_balance_after is null then 'pending' else 'success' end)
    or p_balance_after is not null and not is_movement(p_user_id, p_balance_before, p_balance_after) then
    raise exception 'transaction % shows what did not happen', p_reference using errcode = 'insufficient_privilege';
  end if;
  insert into transactions (id, user_id, reference, type, status, description, recipient, amount_kobo, fee_kobo, face_value_kobo,
    balance_before, balance_after, related_id, client_reference, metadata, settled_at)
  values (p_id, p_user_id, p_reference, p_type, p_status, p_description, p_recipient, p_amount, p_fee, p_paid,
    p_balance_before, p_balance_after, p_related_id, p_client_reference, p_metadata, case when p_status <> 'pending' then now() end);
end $$;
