-- Ends the transaction of a card payment that was paid, in the commit of its posting and after it: with what was credited, and the balances
-- of the wallet. Says whether it was one that had moved nothing so far.
create or replace function credit_transaction(
  p_id bigint, p_amount bigint, p_fee bigint, p_paid bigint, p_balance_before bigint, p_balance_after bigint, p_supplier_id text)
returns boolean language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform set_transaction_apart(p_id);
  update transactions t set
    status = 'success', amount_kobo = p_amount, fee_kobo = p_fee, face_value_kobo = p_paid, balance_before = p_balance_before,
    balance_after = p_balance_after, supplier_id = p_supplier_id, supplier_message = null, settled_at = now()
  where t.id = p_id and t.status in ('pending', 'failed') and t.balance_after is null
    and exists (select from payments y where y.transaction_id = t.id)
    and is_movement(t.user_id, p_balance_before, p_balance_after);
  return found;
end $$;
