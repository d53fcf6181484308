-- The one place that writes a refund: what a user sees of money that came back of a purchase or a withdrawal, by a refusal, by a
-- reversal or by staff. It moves nothing; the posting of the same commit does. A second refund of the same transaction breaks
-- one_refund_each.
create or replace function record_refund(
  p_id bigint, p_related_id bigint, p_reference text, p_balance_before bigint, p_balance_after bigint, p_message text)
returns void language sql as $$
  insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, amount_kobo, price_kobo,
    balance_before, balance_after, supplier_message, related_id, settled_at)
  select p_id, t.user_id, p_reference, 'refund', 'success', t.network, t.product, t.description, t.recipient, t.amount_kobo,
    -- A refund of a purchase says its price; that of a withdrawal has none.
    t.price_kobo, p_balance_before, p_balance_after, p_message, t.id, now()
  from transactions t where t.id = p_related_id
$$;
