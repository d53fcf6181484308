-- The legs that a posting should have by the row behind it: (kind, name, owner_id, amount). None where there is no such row. Made by
-- `npm run schema` from the posting table, server/src/ledger/posting-table.ts: never edit it here.
create or replace function expected_legs(p_code text, p_reference text)
returns table (kind text, name text, owner_id bigint, amount bigint) language plpgsql stable as $$
#variable_conflict use_column
begin
  if p_code = 'purchase.open' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.open'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('wallet')::text, ('')::text, (t.user_id)::bigint, (-t.price_kobo)::bigint, (t.id)::bigint), (('in_flight')::text, ('')::text, (null)::bigint, (-(-t.price_kobo))::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type in ('data', 'airtime', 'electricity') and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.deliver' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.deliver'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('in_flight')::text, ('')::text, (null)::bigint, (-t.price_kobo)::bigint, (null)::bigint), (('supplier')::text, (t.supplier)::text, (null)::bigint, (t.cost_kobo)::bigint, (null)::bigint), (('revenue')::text, (t.type)::text, (null)::bigint, (t.price_kobo - t.cost_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type in ('data', 'airtime', 'electricity') and t.status in ('success', 'refunded') and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.return' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.return'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('in_flight')::text, ('')::text, (null)::bigint, (-t.price_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (t.user_id)::bigint, (t.price_kobo)::bigint, ((select r.id from transactions r where r.related_id = t.id and r.type = 'refund'))::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type in ('data', 'airtime', 'electricity') and t.status in ('failed') and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.reverse' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.reverse'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('supplier')::text, (t.supplier)::text, (null)::bigint, (-(t.cost_kobo))::bigint, (null)::bigint), (('revenue')::text, (t.type)::text, (null)::bigint, (-(t.price_kobo - t.cost_kobo))::bigint, (null)::bigint), (('wallet')::text, ('')::text, (t.user_id)::bigint, (t.price_kobo)::bigint, ((select r.id from transactions r where r.related_id = t.id and r.type = 'refund'))::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type in ('data', 'airtime', 'electricity') and t.status in ('refunded') and exists (select from purchase_attempts a where a.transaction_id = t.id and a.reversal = 'reversed') and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.refund' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.refund'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values ((case when exists (select from refunds_without_loss x where x.transaction_id = t.id) then 'supplier' else 'loss' end)::text, (case when exists (select from refunds_without_loss x where x.transaction_id = t.id) then t.supplier else 'refund' end)::text, (null)::bigint, (-t.cost_kobo)::bigint, (null)::bigint), (('revenue')::text, (t.type)::text, (null)::bigint, (-(t.price_kobo - t.cost_kobo))::bigint, (null)::bigint), (('wallet')::text, ('')::text, (t.user_id)::bigint, (t.price_kobo)::bigint, ((select r.id from transactions r where r.related_id = t.id and r.type = 'refund'))::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type in ('data', 'airtime', 'electricity') and t.status in ('refunded') and not exists (select from purchase_attempts a where a.transaction_id = t.id and a.reversal = 'reversed') and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.recover' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.recover'::text as code, t.id::text as reference, l.* from purchase_attempts a join transactions t on t.id = a.transaction_id cross join lateral (values (('supplier')::text, (a.supplier)::text, (null)::bigint, (-t.cost_kobo)::bigint, (null)::bigint), (('loss')::text, ('refund')::text, (null)::bigint, (t.cost_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where a.reversal = 'recovered' and not exists (select from refunds_without_loss x where x.transaction_id = t.id) and l.amount <> 0 and a.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.late_vend' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.late_vend'::text as code, t.id || '/' || a.attempt as reference, l.* from purchase_attempts a join transactions t on t.id = a.transaction_id cross join lateral (values (('loss')::text, ('late_vend')::text, (null)::bigint, (-t.cost_kobo)::bigint, (null)::bigint), (('supplier')::text, (a.supplier)::text, (null)::bigint, (t.cost_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where a.state in ('delivered_late', 'reversed_late') and l.amount <> 0 and a.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'purchase.late_reverse' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'purchase.late_reverse'::text as code, t.id || '/' || a.attempt as reference, l.* from purchase_attempts a join transactions t on t.id = a.transaction_id cross join lateral (values (('loss')::text, ('late_vend')::text, (null)::bigint, (-(-t.cost_kobo))::bigint, (null)::bigint), (('supplier')::text, (a.supplier)::text, (null)::bigint, (-(t.cost_kobo))::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where a.state = 'reversed_late' and l.amount <> 0 and a.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'funding.card' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'funding.card'::text as code, y.gateway || ':' || y.reference as reference, l.* from payments y join transactions t on t.id = y.transaction_id cross join lateral (values (('gateway')::text, (y.gateway)::text, (null)::bigint, (-y.paid_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (y.user_id)::bigint, (y.paid_kobo - coalesce(t.fee_kobo, 0))::bigint, (t.id)::bigint), (('revenue')::text, ('funding')::text, (null)::bigint, (t.fee_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where y.state = 'credited' and l.amount <> 0 and y.reference = any(array(select name from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'funding.suspense' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'funding.suspense'::text as code, x.reference as reference, l.* from ( select 'gateway' as kind, y.gateway as name, y.gateway || ':' || y.reference as reference, y.paid_kobo, y.created_at, substring(t.supplier_message from '^Paid in [A-Za-z]+') as reason, y.transaction_id as failed_id from payments y left join transactions t on t.id = y.transaction_id where y.state = 'suspense' union all select 'reserved', b.bank, b.provider || ':' || b.provider_reference, b.paid_kobo, b.received_at, b.reason, null from bank_transfers b where b.state = 'suspense') x cross join lateral (values ((x.kind)::text, (x.name)::text, (null)::bigint, (-x.paid_kobo)::bigint, (null)::bigint), (('suspense')::text, ('')::text, (null)::bigint, (x.paid_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where true and l.amount <> 0 and x.reference = any(array(select reference from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'suspense.credit' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'suspense.credit'::text as code, s.reference as reference, l.* from suspense_decisions d join postings s on s.id = d.posting_id and s.code = 'funding.suspense' join ( select 'gateway' as kind, y.gateway as name, y.gateway || ':' || y.reference as reference, y.paid_kobo, y.created_at, substring(t.supplier_message from '^Paid in [A-Za-z]+') as reason, y.transaction_id as failed_id from payments y left join transactions t on t.id = y.transaction_id where y.state = 'suspense' union all select 'reserved', b.bank, b.provider || ':' || b.provider_reference, b.paid_kobo, b.received_at, b.reason, null from bank_transfers b where b.state = 'suspense') x on x.reference = s.reference cross join lateral (values (('suspense')::text, ('')::text, (null)::bigint, (-d.paid_kobo)::bigint, (null)::bigint), ((x.kind)::text, (x.name)::text, (null)::bigint, (d.paid_kobo - d.amount_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (d.user_id)::bigint, (d.amount_kobo - d.fee_kobo)::bigint, (d.transaction_id)::bigint), (('revenue')::text, ('funding')::text, (null)::bigint, (d.fee_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where d.outcome = 'credit' and l.amount <> 0 and s.reference = any(array(select reference from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'suspense.return' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'suspense.return'::text as code, s.reference as reference, l.* from suspense_decisions d join postings s on s.id = d.posting_id and s.code = 'funding.suspense' join ( select 'gateway' as kind, y.gateway as name, y.gateway || ':' || y.reference as reference, y.paid_kobo, y.created_at, substring(t.supplier_message from '^Paid in [A-Za-z]+') as reason, y.transaction_id as failed_id from payments y left join transactions t on t.id = y.transaction_id where y.state = 'suspense' union all select 'reserved', b.bank, b.provider || ':' || b.provider_reference, b.paid_kobo, b.received_at, b.reason, null from bank_transfers b where b.state = 'suspense') x on x.reference = s.reference cross join lateral (values (('suspense')::text, ('')::text, (null)::bigint, (-d.paid_kobo)::bigint, (null)::bigint), ((x.kind)::text, (x.name)::text, (null)::bigint, (d.paid_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where d.outcome = 'return' and l.amount <> 0 and s.reference = any(array(select reference from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'debit.clawback' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'debit.clawback'::text as code, d.id::text as reference, l.* from debits d cross join lateral (values (('wallet')::text, ('')::text, (d.user_id)::bigint, (-d.taken_kobo)::bigint, (d.id)::bigint), (('issuance')::text, ('')::text, (null)::bigint, (d.paid_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where d.kind = 'clawback' and l.amount <> 0 and d.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'debit.chargeback' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'debit.chargeback'::text as code, d.id::text as reference, l.* from debits d join payments y on y.transaction_id = d.source_id cross join lateral (values (('wallet')::text, ('')::text, (d.user_id)::bigint, (-d.taken_kobo)::bigint, (d.id)::bigint), (('loss')::text, ('chargeback')::text, (null)::bigint, (-d.lost_kobo)::bigint, (null)::bigint), (('revenue')::text, ('funding')::text, (null)::bigint, (-d.fee_kobo)::bigint, (null)::bigint), (('gateway')::text, (y.gateway)::text, (null)::bigint, (d.paid_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where d.kind = 'chargeback' and l.amount <> 0 and d.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'coupon.issue' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'coupon.issue'::text as code, c.id::text as reference, l.* from coupons c cross join lateral (values ((c.paid_from)::text, ('')::text, (case c.paid_from when 'wallet' then c.maker_id end)::bigint, (-c.amount_kobo)::bigint, (case c.paid_from when 'wallet' then c.id end)::bigint), (('coupon_liability')::text, ('')::text, (null)::bigint, (c.amount_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where true and l.amount <> 0 and c.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'coupon.redeem' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'coupon.redeem'::text as code, c.id::text as reference, l.* from coupons c cross join lateral (values (('coupon_liability')::text, ('')::text, (null)::bigint, (-c.amount_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (c.owner_id)::bigint, (c.amount_kobo)::bigint, (c.redeem_transaction_id)::bigint)) as l(kind, name, owner_id, amount, shown_by) where c.redeemed_at is not null and l.amount <> 0 and c.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'coupon.void' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'coupon.void'::text as code, c.id::text as reference, l.* from coupons c cross join lateral (values (('coupon_liability')::text, ('')::text, (null)::bigint, (-c.amount_kobo)::bigint, (null)::bigint), ((c.paid_from)::text, ('')::text, (case c.paid_from when 'wallet' then c.maker_id end)::bigint, (c.amount_kobo)::bigint, (c.void_transaction_id)::bigint)) as l(kind, name, owner_id, amount, shown_by) where c.voided_at is not null and l.amount <> 0 and c.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'withdraw.open' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'withdraw.open'::text as code, w.transaction_id::text as reference, l.* from withdrawals w join transactions t on t.id = w.transaction_id cross join lateral (values (('wallet')::text, ('')::text, (w.user_id)::bigint, (-w.amount_kobo)::bigint, (t.id)::bigint), (('in_flight')::text, ('')::text, (null)::bigint, (-(-w.amount_kobo))::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where true and l.amount <> 0 and w.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'withdraw.pay' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'withdraw.pay'::text as code, w.transaction_id::text as reference, l.* from withdrawals w join transactions t on t.id = w.transaction_id cross join lateral (values (('in_flight')::text, ('')::text, (null)::bigint, (-w.amount_kobo)::bigint, (null)::bigint), (('bank')::text, ('')::text, (null)::bigint, (w.amount_kobo - w.fee_kobo)::bigint, (null)::bigint), (('revenue')::text, ('withdrawal')::text, (null)::bigint, (w.fee_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.status in ('success', 'refunded') and l.amount <> 0 and w.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'withdraw.return' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'withdraw.return'::text as code, w.transaction_id::text as reference, l.* from withdrawals w join transactions t on t.id = w.transaction_id cross join lateral (values (('in_flight')::text, ('')::text, (null)::bigint, (-w.amount_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (w.user_id)::bigint, (w.amount_kobo)::bigint, ((select r.id from transactions r where r.related_id = t.id and r.type = 'refund'))::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.status = 'failed' and l.amount <> 0 and w.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'withdraw.reverse' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'withdraw.reverse'::text as code, w.transaction_id::text as reference, l.* from withdrawals w join transactions t on t.id = w.transaction_id cross join lateral (values (('bank')::text, ('')::text, (null)::bigint, (-(w.amount_kobo - w.fee_kobo))::bigint, (null)::bigint), (('revenue')::text, ('withdrawal')::text, (null)::bigint, (-(w.fee_kobo))::bigint, (null)::bigint), (('wallet')::text, ('')::text, (w.user_id)::bigint, (w.amount_kobo)::bigint, ((select r.id from transactions r where r.related_id = t.id and r.type = 'refund'))::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.status = 'refunded' and l.amount <> 0 and w.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'withdraw.late_pay' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'withdraw.late_pay'::text as code, w.transaction_id::text as reference, l.* from withdrawals w join transactions t on t.id = w.transaction_id cross join lateral (values (('loss')::text, ('late_payout')::text, (null)::bigint, (w.fee_kobo - w.amount_kobo)::bigint, (null)::bigint), (('bank')::text, ('')::text, (null)::bigint, (w.amount_kobo - w.fee_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where w.state in ('delivered_late', 'reversed_late') and l.amount <> 0 and w.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'withdraw.late_reverse' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'withdraw.late_reverse'::text as code, w.transaction_id::text as reference, l.* from withdrawals w join transactions t on t.id = w.transaction_id cross join lateral (values (('loss')::text, ('late_payout')::text, (null)::bigint, (-(w.fee_kobo - w.amount_kobo))::bigint, (null)::bigint), (('bank')::text, ('')::text, (null)::bigint, (-(w.amount_kobo - w.fee_kobo))::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where w.state = 'reversed_late' and l.amount <> 0 and w.transaction_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'transfer' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'transfer'::text as code, t.id::text as reference, l.* from transactions t left join transactions r on r.related_id = t.id and r.type = 'transfer' cross join lateral (values (('wallet')::text, ('')::text, (t.user_id)::bigint, (-t.amount_kobo)::bigint, (t.id)::bigint), (('wallet')::text, ('')::text, (r.user_id)::bigint, (t.amount_kobo)::bigint, (r.id)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type = 'transfer' and t.related_id is null and t.balance_after < t.balance_before and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'issue.transfer' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'issue.transfer'::text as code, t.id::text as reference, l.* from transactions t join staff_actions s on s.subject = 'user ' || t.user_id and s.action = 'transferFund' and s.after ->> 'transaction' = t.id::text and s.after ->> 'issuedKobo' = t.amount_kobo::text cross join lateral (values (('issuance')::text, ('')::text, (null)::bigint, (-t.amount_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (t.user_id)::bigint, (t.amount_kobo)::bigint, (t.id)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type = 'transfer' and t.related_id is null and t.balance_after > t.balance_before and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'funding.transfer' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'funding.transfer'::text as code, b.provider || ':' || b.provider_reference as reference, l.* from bank_transfers b join transactions t on t.id = b.transaction_id cross join lateral (values (('reserved')::text, (b.bank)::text, (null)::bigint, (-b.paid_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (b.user_id)::bigint, (b.paid_kobo - coalesce(t.fee_kobo, 0))::bigint, (t.id)::bigint), (('revenue')::text, ('funding')::text, (null)::bigint, (t.fee_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where b.state = 'credited' and l.amount <> 0 and (b.provider, b.provider_reference) in (select provider, name from touched)) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'upgrade.fee' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'upgrade.fee'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('wallet')::text, ('')::text, (t.user_id)::bigint, (-t.amount_kobo)::bigint, (t.id)::bigint), (('revenue')::text, ('upgrade')::text, (null)::bigint, (t.amount_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type = 'wallet' and t.balance_after < t.balance_before and not exists (select from coupons c where c.id = t.id) and not exists (select from debits d where d.id = t.id) and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'referral.reward' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'referral.reward'::text as code, w.referee_id::text as reference, l.* from referral_rewards w cross join lateral (values (('referral_cost')::text, ('')::text, (null)::bigint, (-w.amount_kobo)::bigint, (null)::bigint), (('earnings')::text, ('')::text, (w.referrer_id)::bigint, (w.amount_kobo)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where true and l.amount <> 0 and w.referee_id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'earning.withdraw' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'earning.withdraw'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('earnings')::text, ('')::text, (t.user_id)::bigint, (-t.amount_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (t.user_id)::bigint, (t.amount_kobo)::bigint, (t.id)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type = 'earning' and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'issue.test_top_up' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'issue.test_top_up'::text as code, t.id::text as reference, l.* from transactions t cross join lateral (values (('issuance')::text, ('')::text, (null)::bigint, (-t.amount_kobo)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (t.user_id)::bigint, (t.amount_kobo)::bigint, (t.id)::bigint)) as l(kind, name, owner_id, amount, shown_by) where t.type = 'wallet' and t.balance_after > t.balance_before and not exists (select from payments y where y.transaction_id = t.id) and not exists (select from bank_transfers b where b.transaction_id = t.id) and not exists (select from suspense_decisions d where d.transaction_id = t.id) and not exists (select from coupons c where c.redeem_transaction_id = t.id) and not exists (select from coupons c where c.void_transaction_id = t.id) and l.amount <> 0 and t.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  if p_code = 'issue.demo' then
    return query with touched as materialized (
      select p_reference as reference, case when split_part(p_reference, '/', 1) ~ '^[0-9]{1,18}$' then (split_part(p_reference, '/', 1))::bigint end as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name)
    select x.kind, x.name, x.owner_id, x.amount from (
      select 'issue.demo'::text as code, u.id::text as reference, l.* from ( select u.id, p.posted_at, ( select -sum(e.amount) from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id and a.kind = 'issuance') as amount from users u join postings p on p.code = 'issue.demo' and p.reference = u.id::text where u.is_demo) u cross join lateral (values (('issuance')::text, ('')::text, (null)::bigint, (-u.amount)::bigint, (null)::bigint), (('wallet')::text, ('')::text, (u.id)::bigint, (u.amount)::bigint, (null)::bigint)) as l(kind, name, owner_id, amount, shown_by) where true and l.amount <> 0 and u.id = any(array(select id from touched))) x
    where x.reference = p_reference;
    return;
  end if;
  raise exception 'no posting has the code %', p_code using errcode = 'check_violation';
end $$;
