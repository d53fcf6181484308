-- Gives a transaction its end, or takes back one that was a success, and says whether it was in one of the states that it may come from:
--
--   type                        from              to         needs
--   wallet                      pending, failed   failed     no money has moved
--   withdraw                    pending           success    withdraw.pay in this commit
--   withdraw                    pending           failed     withdraw.return in this commit
--   withdraw                    success           refunded   withdraw.reverse in this commit
--   data, airtime, electricity  success           refunded   purchase.refund in this commit
--
-- Purchases are settled by settle_purchases, card payments that were paid by credit_transaction.
create or replace function settle_transaction(p_id bigint, p_from text[], p_to text, p_supplier_id text, p_message text)
returns boolean language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if p_from <> '{pending}' then perform set_transaction_apart(p_id); end if;
  update transactions t set
    status = p_to,
    supplier_id = coalesce(p_supplier_id, t.supplier_id),
    supplier_message = coalesce(p_message, t.supplier_message),
    settled_at = now()
  where t.id = p_id and t.status = any(p_from) and case
    when t.type = 'wallet' then t.status in ('pending', 'failed') and p_to = 'failed' and t.balance_after is null
    else exists (
      select from postings p where p.reference = t.id::text and p.posted_at = now() and p.code = case
        when t.type = 'withdraw' and t.status = 'pending' and p_to = 'success' then 'withdraw.pay'
        when t.type = 'withdraw' and t.status = 'pending' and p_to = 'failed' then 'withdraw.return'
        when t.type = 'withdraw' and t.status = 'success' and p_to = 'refunded' then 'withdraw.reverse'
        when t.type in ('data', 'airtime', 'electricity') and t.status = 'success' and p_to = 'refunded' then 'purchase.refund' end)
    end;
  return found;
end $$;
